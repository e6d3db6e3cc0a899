/** Stores covers of downloaded songs with the audio, where they are never evicted (specification 17.16). */
import { audioCache, type Download, mediaPath } from "../contract/worker-messages.ts";
import { fetchMedia, isImage } from "./media-requests.ts";
import { has, isQuotaError, keyOf, store } from "./account-caches.ts";

/** Covers that failed; not retried until the worker restarts. */
const failed = new Set<string>();

/** Fetches missing covers in sequence; ignores failures. */
export async function keepLikedCovers(uid: string, rows: readonly Download[], signal: AbortSignal): Promise<void> {
  for (const { songImage } of rows) {
    if (signal.aborted) return;
    if (songImage === null || failed.has(songImage)) continue;
    try {
      await keepCover(uid, songImage, signal);
    } catch (error) {
      if (!isQuotaError(error)) failed.add(songImage);
      // Without space or connection the other covers would fail, too.
      return;
    }
  }
}

async function keepCover(uid: string, url: string, signal: AbortSignal): Promise<void> {
  const key = keyOf(mediaPath(url));
  if (await has(audioCache(uid), key)) return;
  const response = await fetchMedia(new URL(url, self.location.origin).href, { signal });
  if (response.status === 200 && isImage(response)) await store(uid, audioCache(uid), key, response);
  else failed.add(url);
}
