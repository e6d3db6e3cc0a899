/** Work that goes on behind an answer that was given, such as a mail: neither its time nor its failure is the caller's. */
import { setTimeout as sleep } from "node:timers/promises";

export interface Background {
  /** Begins the work; a failure goes to `onError`. */
  run(work: () => Promise<unknown>, onError: (error: unknown) => void): void;
  /** Resolves once nothing is under way, at the latest after `ms`. */
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
