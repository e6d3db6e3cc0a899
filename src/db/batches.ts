/** Reads, writes and deletes rows in batches. Each batch is a task of its own, so that a long table never blocks the page. */
import type { IndexableType, Table } from "dexie";

const perBatch = 100;

function* partsOf<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += perBatch) yield all.slice(start, start + perBatch);
}

/**
 * Reads all rows in the order of their primary key. Only a transaction makes them one snapshot.
 * @param take handles one batch before the next is read
 */
export async function readInBatches<T, K, I>(table: Table<T, K, I>, take: (rows: T[]) => void): Promise<void> {
  const { keyPath } = table.schema.primKey;
  let rows = await table.orderBy(":id").limit(perBatch).toArray();
  for (;;) {
    take(rows);
    const last = rows.at(-1);
    if (rows.length < perBatch || last == null) return;
    const key = last[keyPath as keyof T] as IndexableType; // rows carry their key: all tables here are such
    rows = await table.where(":id").above(key).limit(perBatch).toArray();
  }
}

/** Reads the rows that exist for these keys. Only a transaction makes them one snapshot. */
export async function getInBatches<T, K, I>(
  table: Table<T, K, I>,
  keys: readonly K[],
  take: (rows: T[]) => void,
): Promise<void> {
  for (const part of partsOf(keys)) {
    const rows = await table.bulkGet(part);
    take(rows.filter((row) => row !== undefined));
  }
}

/** Puts rows. Atomic only within a transaction. */
export async function putInBatches<T, K, I>(table: Table<T, K, I>, rows: readonly I[]): Promise<void> {
  for (const part of partsOf(rows)) await table.bulkPut(part);
}

/** Deletes rows by key. Atomic only within a transaction. */
export async function deleteInBatches<T, K, I>(table: Table<T, K, I>, keys: readonly K[]): Promise<void> {
  for (const part of partsOf(keys)) await table.bulkDelete(part);
}
