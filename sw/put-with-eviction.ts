/** Stores a song; evicts covers, never other songs, when space runs out (specification 17.16). */
import { coverCache } from "../contract/worker-messages.ts";
import { purgeCovers } from "./cover-cache.ts";
import { isQuotaError, store } from "./account-caches.ts";

/**
 * @param make creates the response; called again for the second attempt, because a body can be read only once
 * @throws QuotaExceededError if there is no space even without covers
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
