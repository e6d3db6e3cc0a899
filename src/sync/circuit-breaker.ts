/**
 * Pauses all sending after several consecutive failures, so that a queue of thousands does not become thousands of calls
 * to an overloaded server (specification 17.25).
 */
import { backoff, longestWaitMs } from "./backoff.ts";

/** Consecutive failures that open the breaker. */
export const failuresUntilOpen = 4;

export interface CircuitBreaker {
  /** Records a failed attempt; its change is due again at `notBefore`, milliseconds since the epoch. */
  failed(notBefore: number): void;
  /** Records a definite answer of the server. */
  succeeded(): void;
  /** Milliseconds until sending may resume; 0 if it may now. */
  restMs(): number;
  /** Closes the breaker at once, when the user asks for a retry. */
  close(): void;
}

export function createCircuitBreaker(now: () => number, random: () => number): CircuitBreaker {
  let inRow = 0;
  let rests = 0;
  let restUntil = 0;

  // A time beyond the longest wait was set before the clock was corrected.
  const restMs = () => {
    const left = restUntil - now();
    return left > 0 && left <= longestWaitMs ? left : 0;
  };
  return {
    failed(notBefore) {
      inRow += 1;
      if (inRow < failuresUntilOpen) return;
      if (restMs() === 0) rests += 1;
      restUntil = Math.max(restUntil, notBefore, now() + backoff(rests, random()));
    },
    succeeded() {
      inRow = 0;
      rests = 0;
    },
    restMs,
    close() {
      restUntil = 0;
    },
  };
}
