/**
 * A table as an external store: the newest result, and a call at every change in any tab or the worker. Only rows that
 * changed are read, so that a change costs the same in a long table as in a short one.
 */
import type { IndexableType, Table } from "dexie";
import { getInBatches, readInBatches } from "./batches.ts";
import { watchKeys } from "./changed-row-keys.ts";

export interface LiveTable<T> {
  /** The newest result; the same object until it changes. Undefined before the first one. */
  get(): T | undefined;
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Between two results, so that changes that come in a row are told together. In milliseconds. */
const restMs = 50;
/** The same in lengths of a reading: where readings take long, writers wait for them a third of the time at most. */
const restFactor = 2;

/**
 * Starts at once, so that a screen shown later finds the result there.
 * @param take what is kept of a row; called once for each change of it
 * @param show the result out of all that is kept, in no order; the map goes on changing afterwards
 */
export function createLiveTable<R, K extends IndexableType, I, P, T>(
  table: Table<R, K, I>,
  take: (row: R) => P,
  show: (kept: ReadonlyMap<K, P>) => T,
): LiveTable<T> {
  const kept = new Map<K, P>();
  const listeners = new Set<() => void>();
  let value: T | undefined;
  let newest: K | undefined;
  let busy = false;
  let again = false;
  let closed = false;

  function keep(rows: readonly R[]): void {
    const { keyPath } = table.schema.primKey;
    for (const row of rows) {
      const key = row[keyPath as keyof R] as K; // rows carry their key: all tables here are such
      kept.set(key, take(row));
      if (newest === undefined || key > newest) newest = key;
    }
  }

  /** Whether there was anything new. */
  const read = () =>
    table.db.transaction("r", table, async () => {
      // Rows at the end come with those they replace, also where another tab's word of them is still on its way. And
      // once this is answered, all that this tab committed before has been told.
      const added = newest === undefined ? [] : await table.where(":id").above(newest).toArray();
      const keys = changed.take();
      if (keys === undefined) {
        kept.clear();
        await readInBatches(table, keep);
        return true;
      }
      for (const key of keys) kept.delete(key);
      keep(added);
      await getInBatches(table, keys, keep);
      return keys.length + added.length > 0;
    });

  async function refresh(): Promise<void> {
    const began = performance.now();
    const isNew = await read();
    if (closed || !isNew) return;
    value = show(kept);
    for (const listener of listeners) listener();
    const rest = Math.max(restMs, restFactor * (performance.now() - began));
    await new Promise((resolve) => setTimeout(resolve, rest));
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

  /** The database was closed or is failing: what was last told stays. */
  function onError(error: unknown): void {
    changed.giveBack();
    if (!closed) console.warn("The device's storage cannot be followed", error);
  }

  const changed = watchKeys(table, () => void run());
  void run();
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      changed.close();
    },
  };
}
