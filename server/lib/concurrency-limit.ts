/** Work that takes much memory or CPU, a few at a time and the rest in line. */

/** Too many wait already. */
export class QueueFullError extends Error {
  constructor() {
    super("Too many wait already");
    this.name = "QueueFullError";
  }
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `atOnce` at a time. Throws QueueFullError when `waitingAtMost` stand in line already. */
export function createConcurrencyLimit(atOnce: number, waitingAtMost: number): ConcurrencyLimit {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new QueueFullError();
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
