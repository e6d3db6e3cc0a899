/**
 * A table as an external store, which follows changes in any tab or the worker. Reads changed rows only, so that the cost
 * of a change does not grow with the table.
 */
import Dexie, { type IndexableType, type Table } from "dexie";
import { sleep } from "../lib/sleep.ts";
import { createStore, type ReadableStore } from "../lib/store.ts";
import { getInBatches, readInBatches } from "./batches.ts";
import { watchKeys } from "./changed-row-keys.ts";

/** Its value is the newest result: the same object until a change, undefined before the first read. */
export interface LiveTable<T> extends ReadableStore<T | undefined> {
  close(): void;
}

/** Least pause between two reads, so that one notification covers a burst of changes; milliseconds. */
const restMs = 50;
/** The same as a multiple of the last read's duration: slow reads block writers a third of the time at most. */
const restFactor = 2;
/** Until a failed read is repeated, if no change does so before; milliseconds. */
const againMs = 2_000;

/**
 * Starts reading at once, so that later screens find the result ready.
 * @param project maps a row to the entry to store; called once per change of the row
 * @param derive builds the result from the entries, which have no order; the map changes afterwards
 */
export function createLiveTable<R, K extends IndexableType, I, P, T>(
  table: Table<R, K, I>,
  project: (row: R) => P,
  derive: (entries: ReadonlyMap<K, P>) => T,
): LiveTable<T> {
  const entries = new Map<K, P>();
  const result = createStore<T | undefined>(undefined);
  let newest: K | undefined;
  let busy = false;
  let again = false;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function storeEntries(rows: readonly R[]): void {
    const { keyPath } = table.schema.primKey;
    for (const row of rows) {
      const key = row[keyPath as keyof R] as K; // rows carry their key: all tables here are such
      entries.set(key, project(row));
      if (newest === undefined || key > newest) newest = key;
    }
  }

  /** Returns whether anything changed. */
  const read = () =>
    table.db.transaction("r", table, async () => {
      // Reads appended rows together with the rows they replace, even before another tab reports them. By the time this
      // read resolves, Dexie has also reported all earlier commits of this tab.
      const added = newest === undefined ? [] : await table.where(":id").above(newest).toArray();
      const keys = changed.take();
      if (keys === undefined) {
        entries.clear();
        await readInBatches(table, storeEntries);
        return true;
      }
      for (const key of keys) entries.delete(key);
      storeEntries(added);
      await getInBatches(table, keys, storeEntries);
      return keys.length + added.length > 0;
    });

  async function refresh(): Promise<void> {
    const began = performance.now();
    const isNew = await read();
    if (closed || !isNew) return;
    result.set(derive(entries));
    const rest = Math.max(restMs, restFactor * (performance.now() - began));
    await sleep(rest);
  }

  async function run(): Promise<void> {
    again = true;
    if (busy) return;
    clearTimeout(timer);
    busy = true;
    while (again && !closed) {
      again = false;
      await refresh().catch(onError);
    }
    busy = false;
  }

  /** The database was closed or is failing: keeps the last result. */
  function onError(error: unknown): void {
    changed.markAllChanged();
    if (closed) return;
    console.warn("The device's storage cannot be followed", error);
    const isOver = error instanceof Error && error.name === Dexie.errnames.DatabaseClosed;
    if (!isOver) timer = setTimeout(() => void run(), againMs);
  }

  const changed = watchKeys(table, () => void run());
  void run();
  return {
    get: result.get,
    subscribe: result.subscribe,
    close() {
      closed = true;
      clearTimeout(timer);
      changed.close();
    },
  };
}
