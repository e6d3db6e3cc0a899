/** Keeps files that another app hands over on the device, for the upload dialog (specification 3.17.3). */
import { sharedCache, shareHeaders, sharePath } from "../../contract/share-target.ts";

/** Keys of files that come together; where there is Cache Storage. */
export function newShareKeys(count: number): string[] {
  // Not the time alone: a page that takes files of the same moment would delete these with them.
  const id = crypto.randomUUID();
  return Array.from({ length: count }, (_, index) => `${sharePath}/${id}-${index}`);
}

/** Keeps all of them or none. What was kept before, and no page has taken yet, stays. Throws errors of the storage. */
export async function keepShared(files: readonly File[], keys = newShareKeys(files.length)): Promise<void> {
  const cache = await caches.open(sharedCache);
  const at = Date.now();
  try {
    for (const [index, file] of files.entries()) {
      const headers = {
        "content-type": file.type,
        [shareHeaders.name]: encodeURIComponent(file.name),
        [shareHeaders.at]: String(at),
      };
      await cache.put(keys[index] ?? "", new Response(file, { headers }));
    }
  } catch (error) {
    await dropShared(keys);
    throw error;
  }
}

/** Never rejects. */
export async function dropShared(keys: readonly string[]): Promise<void> {
  try {
    const cache = await caches.open(sharedCache);
    await Promise.all(keys.map((key) => cache.delete(key)));
  } catch {
    // They go with their age.
  }
}
