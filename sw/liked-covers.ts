/** Covers of the songs on the device, kept with the audio so that neither space nor age takes them (specification 17.16). */
import { audioCache, type Download, mediaPath } from "../contract/worker-messages.ts";
import { fetchMedia, isImage } from "./media-requests.ts";
import { has, isQuotaError, keyOf, store } from "./account-caches.ts";

/** Covers that could not be had; not asked for again until the worker is started anew. */
const failed = new Set<string>();

/** Fetches the covers that are missing, one after the other. A cover is never worth an error. */
export async function keepLikedCovers(uid: string, rows: readonly Download[], signal: AbortSignal): Promise<void> {
  for (const { songImage } of rows) {
    if (signal.aborted) return;
    if (songImage === null || failed.has(songImage)) continue;
    try {
      await keepCover(uid, songImage, signal);
    } catch (error) {
      if (!isQuotaError(error)) failed.add(songImage);
      // Without space or connection the other covers fare the same.
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
