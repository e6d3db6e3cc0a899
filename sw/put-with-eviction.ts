/** Storing a song, at the expense of covers when space runs out, never of other songs (specification 17.16). */
import { coverCache } from "../contract/worker-messages.ts";
import { purgeCovers } from "./cover-cache.ts";
import { isQuotaError, store } from "./account-caches.ts";

/**
 * @param make builds the response; called again for a second try, since a body can be read once
 * @throws QuotaExceededError when there is no space even without covers
 */
export async function putWithEviction(
  uid: string,
  cacheName: string,
  key: string,
  make: () => Response,
): Promise<void> {
  try {
    await store(uid, cacheName, key, make());
  } catch (error) {
    if (!isQuotaError(error) || !(await caches.has(coverCache(uid)))) throw error;
    await purgeCovers(uid);
    await store(uid, cacheName, key, make());
  }
}
