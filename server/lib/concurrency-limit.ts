/** Limits concurrent work that needs much memory or CPU. */

/** The queue is full. */
export class QueueFullError extends Error {
  constructor() {
    super("Too many wait already");
    this.name = "QueueFullError";
  }
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `maxRunning` at a time. Throws QueueFullError when `maxWaiting` are queued already. */
export function createConcurrencyLimit(maxRunning: number, maxWaiting: number): ConcurrencyLimit {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new QueueFullError();
      // The finishing call hands over its slot, so `running` stays the same.
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
