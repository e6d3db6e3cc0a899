/**
 * When many changes in a row fail, it is the server that is in trouble and not a change: then all of them rest, so that a
 * queue of thousands is not thousands of calls to a server that asked for patience (specification 17.25).
 */
import { backoff, longestWaitMs } from "./backoff.ts";

/** Failures in a row that make it the server's trouble. */
export const failuresUntilOpen = 4;

export interface CircuitBreaker {
  /** The server could not take a change now; it is to be tried again at `notBefore`, milliseconds since the epoch. */
  failed(notBefore: number): void;
  /** The server gave an answer that stands. */
  succeeded(): void;
  /** How long nothing is to be sent; 0 when something may be. */
  restMs(): number;
  /** Tries again at once, because the user asks for it. */
  wake(): void;
}

export function createCircuitBreaker(now: () => number, random: () => number): CircuitBreaker {
  let inRow = 0;
  let rests = 0;
  let restUntil = 0;

  // A time beyond the longest wait was set before the clock was.
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
    wake() {
      restUntil = 0;
    },
  };
}
