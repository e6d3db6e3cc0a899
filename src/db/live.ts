/** A Dexie query as an external store: the newest result, and a call at every change in any tab or the worker. */
import { liveQuery } from "dexie";

export interface Live<T> {
  /** The newest result; the same object until it changes. Undefined before the first one. */
  get(): T | undefined;
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Starts at once, so that a screen shown later finds the result there. */
export function createLive<T>(read: () => Promise<T>): Live<T> {
  let value: T | undefined;
  const listeners = new Set<() => void>();
  const subscription = liveQuery(read).subscribe({
    next(result) {
      value = result;
      for (const listener of listeners) listener();
    },
    // The database was closed or is failing: what was last read stays.
    error: (error: unknown) => console.warn("The device's storage cannot be followed", error),
  });
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => subscription.unsubscribe(),
  };
}
