/** Exponential backoff between attempts. */

const firstMs = 2_000;
/** Longest wait. A later time than this from now was set by a wrong clock. */
export const longestWaitMs = 5 * 60_000;

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
