/** The device's copy, and the network where that does not come (specification 17.49). */

/** A busy disk answers within this; milliseconds. */
const patienceMs = 3_000;

/** @param stored what the device has; a storage that hangs or fails must leave no blank page while there is a network */
export async function cacheWithFallback(stored: Promise<Response>, request: Request): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Response>((resolve) => {
    // Without a network only the device can still answer.
    timer = setTimeout(() => void fetch(request).then(resolve, () => {}), patienceMs);
  });
  try {
    return await Promise.race([stored, late]);
  } catch {
    return await fetch(request);
  } finally {
    clearTimeout(timer);
  }
}
