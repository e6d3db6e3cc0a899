/** Measures what the account's caches take. The browser's own estimate is not relied on (specification 17.17). */
import { audioCache, coverCache, mediaPath, partsCache } from "../../../contract/worker-messages.ts";
import { sleep } from "../../lib/sleep.ts";
import { createYielding } from "../../lib/yield-to-event-loop.ts";

export interface CacheUse {
  parts: number;
  /** Those of songs that are kept, which stay with them. */
  keptCovers: number;
  /** Those that were shown, which the browser may have again. */
  shownCovers: number;
}

/** @param songPaths paths of the songs themselves, whose sizes their rows say */
export async function measureCaches(uid: string, songPaths: ReadonlySet<string>): Promise<CacheUse> {
  const isCover = (path: string) => !songPaths.has(path);
  return {
    parts: await bytesIn(partsCache(uid)),
    keptCovers: await bytesIn(audioCache(uid), isCover),
    shownCovers: await bytesIn(coverCache(uid)),
  };
}

/** Rest between two measurements, each of which reads all covers; milliseconds. */
const restMs = 2_000;

/**
 * Measures when asked to, one measurement at a time: while thousands of songs arrive, each asks for one.
 * @param measure rejects when the storage fails
 */
export function createMeasurer<T>(measure: () => Promise<T>, onMeasured: (measured: T) => void) {
  let isBusy = false;
  let isAsked = false;
  let isEnded = false;
  let resting = new AbortController();
  async function run(): Promise<void> {
    isBusy = true;
    while (isAsked && !isEnded) {
      isAsked = false;
      try {
        const measured = await measure();
        if (!isEnded) onMeasured(measured);
      } catch (error) {
        console.warn("The caches could not be measured", error);
      }
      resting = new AbortController();
      await sleep(restMs, resting.signal);
    }
    isBusy = false;
  }
  return {
    /** @param now without a rest: the user has changed something */
    ask(now = false) {
      isAsked = true;
      if (now) resting.abort();
      if (!isBusy) void run();
    },
    end() {
      isEnded = true;
    },
  };
}

/** They are stored again when they are shown. */
export const clearCovers = (uid: string): Promise<boolean> => caches.delete(coverCache(uid));

async function bytesIn(name: string, isCounted: (path: string) => boolean = () => true): Promise<number> {
  // Opening would create it.
  if (!(await caches.has(name))) return 0;
  const cache = await caches.open(name);
  const yieldIfLong = createYielding();
  let bytes = 0;
  for (const request of await cache.keys()) {
    if (!isCounted(mediaPath(request.url))) continue;
    const response = await cache.match(request, { ignoreVary: true });
    if (response !== undefined) bytes += await sizeOf(response);
    await yieldIfLong();
  }
  return bytes;
}

async function sizeOf(response: Response): Promise<number> {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  if (Number.isNaN(length)) return (await response.arrayBuffer()).byteLength;
  // An open body holds the file's space after its deletion; see `cachedSongFiles`.
  await response.body?.cancel();
  return length;
}
