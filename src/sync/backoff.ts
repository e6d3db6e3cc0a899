/** When an attempt is made again: exponential backoff. */

const firstMs = 2_000;
export const longestWaitMs = 5 * 60_000;

/** Whether a row is due. A time beyond the longest wait was set by a wrong clock. */
export const isDue = (
  { notBefore = 0 }: { notBefore?: number | undefined },
  now: number,
  longestMs = longestWaitMs,
): boolean => notBefore <= now || notBefore > now + longestMs;

/**
 * Returns a doubling wait with jitter, in milliseconds; honours a Retry-After up to the longest wait.
 * @param attempts attempts so far, at least 1
 * @param random 0 to 1
 */
export function backoff(attempts: number, random: number, retryAfterMs?: number): number {
  const doubled = Math.min(firstMs * 2 ** (attempts - 1), longestWaitMs);
  const jittered = doubled * (0.5 + random / 2);
  return Math.min(Math.max(jittered, retryAfterMs ?? 0), longestWaitMs);
}
