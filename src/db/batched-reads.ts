/** Rows that are asked for at the same time are read together, a few per transaction. */
import { createYielding } from "../lib/yield-to-event-loop.ts";
import type { AccountDatabase, QueryRow } from "./database.ts";

/** The songs of a long list are in dozens of rows. All of them at once would be one long task of the page. */
export const rowsPerRead = 4;

interface Asked {
  key: string;
  resolve: (row: QueryRow | undefined) => void;
  reject: (error: unknown) => void;
}

const waiting = new WeakMap<AccountDatabase, Asked[]>();

/** The stored answer under a key. */
export function readQueryRow(db: AccountDatabase, key: string): Promise<QueryRow | undefined> {
  return new Promise((resolve, reject) => {
    const asked = waiting.get(db);
    if (asked !== undefined) return void asked.push({ key, resolve, reject });
    const first: Asked[] = [{ key, resolve, reject }];
    waiting.set(db, first);
    queueMicrotask(() => {
      waiting.delete(db);
      void readAll(db, first);
    });
  });
}

/** Never rejects. */
async function readAll(db: AccountDatabase, asked: readonly Asked[]): Promise<void> {
  const yieldIfLong = createYielding();
  for (let start = 0; start < asked.length; start += rowsPerRead) {
    const some = asked.slice(start, start + rowsPerRead);
    try {
      const rows = await db.queries.bulkGet(some.map(({ key }) => key));
      for (const [index, { resolve }] of some.entries()) {
        resolve(rows[index]);
        // Whoever asked checks the row first.
        await Promise.resolve();
        await yieldIfLong();
      }
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}
