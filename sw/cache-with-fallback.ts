/** Serves a cached response, or the network's if the cache hangs or fails (specification 17.49). */

import { storedMs } from "./time-limits.ts";

/** @param stored the cached response; a hanging cache must not leave a blank page while there is a network */
export async function cacheWithFallback(stored: Promise<Response>, request: Request): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Response>((resolve) => {
    // If the network fails as well, the cache may still respond.
    timer = setTimeout(() => void fetch(request).then(resolve, () => {}), storedMs);
  });
  try {
    return await Promise.race([stored, late]);
  } catch {
    return await fetch(request);
  } finally {
    clearTimeout(timer);
  }
}
