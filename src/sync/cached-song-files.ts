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

const cachesOf = (uid: string) => [audioCache(uid), partsCache(uid)];

/** The paths of all cached files of an account. With thousands of files one long task: better in the worker. */
export async function cachedPaths(uid: string): Promise<string[]> {
  const keys = await Promise.all(cachesOf(uid).map(async (name) => (await openPresent(name))?.keys() ?? []));
  return [...new Set(keys.flat().map(({ url }) => mediaPath(url)))];
}

/**
 * Reads Cache Storage; undefined on plain http, which has none and never downloads.
 * @param paths lists all files, where another thread can
 */
export function cachedSongFiles(uid: string, paths = () => cachedPaths(uid)): SongFiles | undefined {
  if (!("caches" in globalThis)) return undefined;
  let opened: Promise<Cache | undefined> | undefined;
  return {
    paths,
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
      await Promise.all(cachesOf(uid).map(removeFrom));
    },
  };
}

const openPresent = async (name: string) => ((await caches.has(name)) ? caches.open(name) : undefined);
