/**
 * Which files an account has on the device, as far as this worker knows. A song that is not among them is fetched at once:
 * to look it up first takes as long as a near server takes to answer.
 */

interface Known {
  keys: Set<string>;
  /** Whether the keys are all that the cache has; a key that has left it since only costs a look. */
  isWhole: boolean;
}

/** By cache. */
const known = new Map<string, Known>();

/** Reads a cache's keys, once. Never rejects: what is not known is looked up. */
export async function learnFiles(cacheName: string): Promise<void> {
  if (known.has(cacheName)) return;
  const files: Known = { keys: new Set(), isWhole: false };
  known.set(cacheName, files);
  try {
    // Opening would recreate it after a sign-out.
    const requests = (await caches.has(cacheName)) ? await (await caches.open(cacheName)).keys() : [];
    for (const { url } of requests) files.keys.add(url);
    files.isWhole = true;
  } catch {
    if (known.get(cacheName) === files) known.delete(cacheName);
  }
}

/** Call after a file was stored, also while the keys are read. */
export const noteFile = (cacheName: string, key: string): void => void known.get(cacheName)?.keys.add(key);

/** After the cache was deleted. */
export const forgetFiles = (cacheName: string): void => void known.delete(cacheName);

/** Another worker may have stored it since. */
export function isMissing(cacheName: string, key: string): boolean {
  const files = known.get(cacheName);
  return files !== undefined && files.isWhole && !files.keys.has(key);
}
