/** Stores covers of downloaded songs with the audio, where they are never evicted (specification 17.16). */
import { audioCache, type Download, mediaPath } from "../contract/worker-messages.ts";
import { cachedPaths } from "../src/sync/cached-song-files.ts";
import { fetchCover, isCover } from "./fetch-cover.ts";
import { has, isQuotaError, keyOf, store } from "./account-caches.ts";

/** Delay before a cover that failed is tried again; milliseconds. */
const restMs = 15 * 60_000;
/** So many failures in a row are the connection's: the other covers would fail, too. */
const failuresMost = 3;

/** When covers that failed are due again, by URL. */
const resting = new Map<string, number>();

/** Fetches missing covers in sequence; ignores failures. */
export async function keepLikedCovers(uid: string, rows: readonly Download[], signal: AbortSignal): Promise<void> {
  let failures = 0;
  for (const { songImage } of await withoutCover(uid, rows)) {
    if (signal.aborted || failures === failuresMost) return;
    if (songImage === null || isResting(songImage)) continue;
    try {
      if (await keepCover(uid, songImage, signal)) failures = 0;
    } catch (error) {
      // Without space the other covers would fail, too.
      if (signal.aborted || isQuotaError(error)) return;
      failures += 1;
      rest(songImage);
    }
  }
}

/** Listed once: of thousands, to look each one up takes seconds. */
async function withoutCover(uid: string, rows: readonly Download[]): Promise<readonly Download[]> {
  if (rows.length < 2) return rows;
  const present = new Set(await cachedPaths(uid));
  return rows.filter(({ songImage }) => songImage !== null && !present.has(mediaPath(songImage)));
}

const isResting = (url: string) => (resting.get(url) ?? 0) > performance.now();
const rest = (url: string) => resting.set(url, performance.now() + restMs);

/** Returns whether the host answered; false for a cover that is here already. */
async function keepCover(uid: string, url: string, signal: AbortSignal): Promise<boolean> {
  const key = keyOf(mediaPath(url));
  if (await has(audioCache(uid), key)) return false;
  const response = await fetchCover(new URL(url, self.location.origin).href, signal);
  if (isCover(response)) await store(uid, audioCache(uid), key, response);
  else rest(url);
  return true;
}
