/** Runs work after the response, such as sending mail. The client neither waits for it nor sees it fail. */
import { setTimeout as sleep } from "node:timers/promises";

export interface Background {
  /** Starts the work; a failure goes to `onError`. */
  run(work: () => Promise<unknown>, onError: (error: unknown) => void): void;
  /** Resolves when all work has ended, or after `ms`. */
  settled(ms: number): Promise<void>;
}

export function createBackground(): Background {
  const underWay = new Set<Promise<void>>();
  return {
    run(work, onError) {
      const settled = work()
        .then(() => {}, onError)
        .finally(() => underWay.delete(settled));
      underWay.add(settled);
    },
    async settled(ms) {
      const late = new AbortController();
      const limit = sleep(ms, undefined, { signal: late.signal }).catch(() => {});
      await Promise.race([Promise.all(underWay), limit]);
      late.abort();
    },
  };
}
