/** Batches concurrent reads of query rows, a few per transaction. */
import { nextTask } from "../lib/yield-to-event-loop.ts";
import type { AccountDatabase, QueryRow } from "./database.ts";

/** A long list spreads over dozens of rows: reading them all at once would be one long task. */
export const rowsPerRead = 4;

interface PendingRead {
  key: string;
  resolve: (row: QueryRow | undefined) => void;
  reject: (error: unknown) => void;
}

const waiting = new WeakMap<AccountDatabase, PendingRead[]>();

/** Reads the stored result of a query. */
export function readQueryRow(db: AccountDatabase, key: string): Promise<QueryRow | undefined> {
  return new Promise((resolve, reject) => {
    const pending = waiting.get(db);
    if (pending !== undefined) return void pending.push({ key, resolve, reject });
    const first: PendingRead[] = [{ key, resolve, reject }];
    waiting.set(db, first);
    queueMicrotask(() => {
      waiting.delete(db);
      void readAll(db, first);
    });
  });
}

/** Never rejects. */
async function readAll(db: AccountDatabase, pending: readonly PendingRead[]): Promise<void> {
  for (let start = 0; start < pending.length; start += rowsPerRead) {
    const some = pending.slice(start, start + rowsPerRead);
    try {
      const rows = await db.queries.bulkGet(some.map(({ key }) => key));
      for (const [index, { resolve }] of some.entries()) {
        // The caller checks the row and draws its list within the task that hands it over.
        await nextTask();
        resolve(rows[index]);
      }
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}
