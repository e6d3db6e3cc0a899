/** Writing to an account's caches, and wiping them so that nothing in flight brings anything back (specification 17). */
import { audioCache, coverCache, partsCache } from "../contract/worker-messages.ts";

/** Accounts wiped by this worker that have not come back. */
const wiped = new Set<string>();
const cachesLock = (uid: string) => `offbeat-caches-${uid}`;

/** The address under which a media path is kept, whatever host it came from. */
export const keyOf = (path: string) => new URL(path, self.location.origin).href;

/**
 * Stores a response, unless the account was wiped meanwhile.
 * @throws QuotaExceededError
 */
export const store = (uid: string, cacheName: string, key: string, response: Response): Promise<void> =>
  unlessWiped(uid, async () => {
    const cache = await caches.open(cacheName);
    await cache.put(key, response);
  });

/** Writes something of an account; a wipe waits for it, and refuses what comes after. */
export function unlessWiped(uid: string, write: () => Promise<void>): Promise<void> {
  return navigator.locks.request(cachesLock(uid), { mode: "shared" }, async () => {
    if (wiped.has(uid)) throw new DOMException("The account was removed from the device", "AbortError");
    await write();
  });
}

/** Looks into a cache without creating it. */
export const find = (cacheName: string, key: string, options: CacheQueryOptions = {}) =>
  caches.match(key, { ...options, cacheName, ignoreVary: true });

/** Whether something lies there; gives it back at once, see `cachedSongFiles`. */
export async function has(cacheName: string, key: string): Promise<boolean> {
  const found = await find(cacheName, key);
  await found?.body?.cancel();
  return found !== undefined;
}

/** Removes one response without creating its cache. */
export async function drop(cacheName: string, key: string, options: CacheQueryOptions = {}): Promise<void> {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  await cache.delete(key, { ...options, ignoreVary: true });
}

/** Deletes the account's caches; writes that are under way end first, later ones are refused. */
export async function wipeCaches(uid: string): Promise<void> {
  wiped.add(uid);
  await navigator.locks.request(cachesLock(uid), async () => {
    await Promise.all([audioCache(uid), partsCache(uid), coverCache(uid)].map((name) => caches.delete(name)));
  });
}

/** The account is in use again. */
export const allowCaches = (uid: string) => wiped.delete(uid);

/** Whether storing failed for want of space; Dexie wraps the browser's error. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "QuotaExceededError") return true;
  return "inner" in error && isQuotaError(error.inner);
}
