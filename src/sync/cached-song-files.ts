/** The cached audio files of an account: paths, sizes, removal. */
import { audioCache, mediaPath, partsCache } from "../../contract/worker-messages.ts";

/** Identifies files by the paths of their media URLs; see `mediaPath`. */
export interface SongFiles {
  /** Paths of all cached files: audio, covers, parts of interrupted downloads. */
  paths(): Promise<string[]>;
  /** Size of a complete file in bytes; undefined if there is none. */
  size(path: string): Promise<number | undefined>;
  /** Removes a file and its parts. */
  remove(path: string): Promise<void>;
}

/** Reads Cache Storage; undefined on plain http, which has none and never downloads. */
export function cachedSongFiles(uid: string): SongFiles | undefined {
  if (!("caches" in globalThis)) return undefined;
  const names = [audioCache(uid), partsCache(uid)];
  let opened: Promise<Cache | undefined> | undefined;
  return {
    async paths() {
      const keys = await Promise.all(names.map(async (name) => (await openPresent(name))?.keys() ?? []));
      return [...new Set(keys.flat().map(({ url }) => mediaPath(url)))];
    },
    async size(path) {
      // Opened once: with 2,000 files, `caches.match` takes ten times as long per file.
      opened ??= openPresent(audioCache(uid));
      const file = await (await opened)?.match(path, { ignoreVary: true });
      // Chromium frees a deleted file's space only after every response body is cancelled; garbage collection does not
      // help. So cancel the body and read the size from the header, which the worker writes.
      await file?.body?.cancel();
      return file === undefined ? undefined : Number(file.headers.get("content-length"));
    },
    async remove(path) {
      const removeFrom = async (name: string) => (await openPresent(name))?.delete(path, { ignoreSearch: true });
      await Promise.all(names.map(removeFrom));
    },
  };
}

const openPresent = async (name: string) => ((await caches.has(name)) ? caches.open(name) : undefined);
