/** Writes to an account's caches, and wipes them safely against writes in flight. */
import { audioCache, coverCache, partsCache } from "../contract/worker-messages.ts";
import { forgetFiles, noteFile } from "./known-files.ts";

/** Accounts that a worker of this device has wiped and that have not signed in again. */
const wiped = new Set<string>();
/** Tells the worker of before an update, which may still download. */
const wipes = new BroadcastChannel("offbeat-wipes");
wipes.addEventListener("message", ({ data }: MessageEvent<string>) => wiped.add(data));
const cachesLock = (uid: string) => `offbeat-caches-${uid}`;

/** The cache key of a media path, independent of its host. */
export const keyOf = (path: string) => new URL(path, self.location.origin).href;

/**
 * Stores a response, unless the account has been wiped.
 * @throws QuotaExceededError
 */
export const store = (uid: string, cacheName: string, key: string, response: Response): Promise<void> =>
  unlessWiped(uid, async () => {
    const cache = await caches.open(cacheName);
    await cache.put(key, response);
    noteFile(cacheName, key);
  });

/** Runs a write of an account's data. A wipe waits for running writes and rejects later ones. */
export function unlessWiped(uid: string, write: () => Promise<void>): Promise<void> {
  return navigator.locks.request(cachesLock(uid), { mode: "shared" }, async () => {
    if (wiped.has(uid)) throw new DOMException("The account was removed from the device", "AbortError");
    await write();
  });
}

/** Reads from a cache without creating it. */
export const find = (cacheName: string, key: string, options: CacheQueryOptions = {}) =>
  caches.match(key, { ...options, cacheName, ignoreVary: true });

/** Whether a stored response still has all of its bytes, which browsers lose (specification 17.61). */
export const hasAllBytes = (file: Blob, stored: Response): boolean =>
  file.size === Number(stored.headers.get("content-length"));

/** Whether a response is cached. Cancels its body at once; see `cachedSongFiles`. */
export async function has(cacheName: string, key: string): Promise<boolean> {
  const found = await find(cacheName, key);
  await found?.body?.cancel();
  return found !== undefined;
}

/** Deletes a response without creating its cache. */
export async function drop(cacheName: string, key: string, options: CacheQueryOptions = {}): Promise<void> {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  await cache.delete(key, { ...options, ignoreVary: true });
}

/** Deletes the account's caches after running writes end; later writes are rejected. */
export async function wipeCaches(uid: string): Promise<void> {
  wiped.add(uid);
  wipes.postMessage(uid);
  await navigator.locks.request(cachesLock(uid), async () => {
    await Promise.all([audioCache(uid), partsCache(uid), coverCache(uid)].map((name) => caches.delete(name)));
    forgetFiles(audioCache(uid));
  });
}

/** Allows writes again after the account has signed in. */
export const allowCaches = (uid: string) => wiped.delete(uid);

/** Whether a write failed for lack of space. Dexie wraps the browser's error. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "QuotaExceededError") return true;
  return "inner" in error && isQuotaError(error.inner);
}
