/** A table as an external store: the newest result, and a call at every change in any tab or the worker. */
import { liveQuery, type Table } from "dexie";

export interface Live<T> {
  /** The newest result; the same object until it changes. Undefined before the first one. */
  get(): T | undefined;
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** A reading that took this long is followed by a rest. In milliseconds. */
const longReadMs = 20;
/** The rest, in lengths of the reading: with thousands of rows, writers wait for readers at most a third of the time. */
const restFactor = 2;

/**
 * Starts at once, so that a screen shown later finds the result there.
 * @param table at whose changes it is read again, once for all that came meanwhile
 */
export function createLive<R, K, I, T>(table: Table<R, K, I>, read: () => Promise<T>): Live<T> {
  let value: T | undefined;
  let busy = false;
  let again = false;
  let closed = false;
  const listeners = new Set<() => void>();
  // The database was closed or is failing: what was last read stays.
  const onError = (error: unknown) =>
    closed || console.warn("The device's storage cannot be followed", error);

  async function refresh(): Promise<void> {
    const began = performance.now();
    const result = await read();
    if (closed) return;
    value = result;
    for (const listener of listeners) listener();
    const took = performance.now() - began;
    if (took > longReadMs) await new Promise((resolve) => setTimeout(resolve, restFactor * took));
  }

  async function run(): Promise<void> {
    again = true;
    if (busy) return;
    busy = true;
    while (again && !closed) {
      again = false;
      await refresh().catch(onError);
    }
    busy = false;
  }

  // Counting touches no row, and every change of one is told.
  const subscription = liveQuery(() => table.count()).subscribe({
    next: () => void run(),
    error: onError,
  });
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      subscription.unsubscribe();
    },
  };
}
