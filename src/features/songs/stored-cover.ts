/** Reads a cover that is on this device, for what cannot ask the worker: the system's media controls. */
import { audioCache, coverCache, mediaPath } from "../../../contract/worker-messages.ts";

/**
 * Kept with a download, or cached when it was shown, in whatever width.
 * @param url absolute
 */
export async function storedCover(uid: string, url: string): Promise<Blob | null> {
  // Absent without a secure origin.
  if (!("caches" in globalThis)) return null;
  const kept = new URL(mediaPath(url), location.origin).href;
  const found =
    (await caches.match(kept, { cacheName: audioCache(uid), ignoreVary: true })) ??
    (await caches.match(url, { cacheName: coverCache(uid), ignoreVary: true, ignoreSearch: true }));
  return (await found?.blob()) ?? null;
}
