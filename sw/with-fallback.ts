/** Answers from the device or from the network, whichever is not hanging or failing (specification 17.49). */

/** A busy disk responds within this; milliseconds. */
const patienceMs = 3_000;

/**
 * The answer that is due, or another if it fails or takes too long. If that fails as well, the first is waited for.
 * @param fallback asks for the other answer
 */
export async function withFallback(due: Promise<Response>, fallback: () => Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const other = new Promise<Response>((resolve) => {
    timer = setTimeout(() => void fallback().then(resolve, () => {}), patienceMs);
  });
  try {
    return await Promise.race([due, other]);
  } catch {
    return await fallback();
  } finally {
    clearTimeout(timer);
  }
}
