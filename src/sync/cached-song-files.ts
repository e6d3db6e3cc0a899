/** The audio files of an account on this device, as the reconciler needs them: names, lengths, removal. */
import { audioCache, mediaPath, partsCache } from "../../contract/worker-messages.ts";

/** Names are paths of media addresses, see `mediaPath`. */
export interface SongFiles {
  /** Everything that lies there: audio, covers, parts of cut downloads. */
  paths(): Promise<string[]>;
  /** Bytes of a whole file, undefined when there is none. */
  size(path: string): Promise<number | undefined>;
  /** Removes file and parts. */
  remove(path: string): Promise<void>;
}

/** Over Cache Storage; undefined where the browser has none (plain http), where nothing is ever downloaded. */
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
      // Opened once: among 2,000 files `caches.match` took ten times as long for each.
      opened ??= openPresent(audioCache(uid));
      const file = await (await opened)?.match(path, { ignoreVary: true });
      // Chromium frees a deleted file's space only when no response or blob of it is left, and collecting garbage does
      // not help: so the header, which the worker wrote after counting, and the body given back at once.
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
