/** Work that takes much memory or CPU, a few at a time and the rest in line. */
import { HttpProblem } from "../http/problem.ts";

export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `atOnce` at a time. Throws HttpProblem `unavailable` when `waitingAtMost` stand in line already. */
export function createTurns(atOnce: number, waitingAtMost: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new HttpProblem("unavailable", { retryAfter: 5 });
      // Whoever ends hands the place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
