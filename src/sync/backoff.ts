/** How long to wait before the next try. */

const firstMs = 2_000;
/** Longest wait; anything later than this from now is a clock gone wrong. */
export const longestWaitMs = 5 * 60_000;

/**
 * Doubling wait with jitter, in milliseconds; a server's Retry-After is honoured up to the longest wait.
 * @param attempts tries so far, at least 1
 * @param random 0 to 1
 */
export function backoff(attempts: number, random: number, retryAfterMs?: number): number {
  const doubled = Math.min(firstMs * 2 ** (attempts - 1), longestWaitMs);
  const jittered = doubled * (0.5 + random / 2);
  return Math.min(Math.max(jittered, retryAfterMs ?? 0), longestWaitMs);
}
