/** A Database with a single connection: runs statements and transactions one at a time, in arrival order. */
import type { CachedData, Database, Statements } from "./database.ts";
import { retryConflicts } from "./retry.ts";
import { createTransactions } from "./transactions.ts";

/** A connection that runs one statement at a time. */
export interface Connection extends Statements {
  close(): Promise<void>;
}

/** A database that can run work while no statement and no transaction runs. */
interface SerialQueue extends Database {
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createSerialQueue(connection: Connection): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  const listeners = new Map<CachedData, (() => void)[]>();
  const invalidate = (data: CachedData) => listeners.get(data)?.forEach((listener) => listener());
  const transactions = createTransactions(invalidate);

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    return transactions.outside(() => {
      const turn = last.then(work);
      last = turn.catch(() => {});
      return turn;
    });
  }

  return {
    query: (sql, params) => enqueue(() => connection.query(sql, params)),
    invalidate,
    transaction: (work) => retryConflicts(() => enqueue(() => transactions.run(connection, work))),
    close: () => enqueue(() => connection.close()),
    exclusive: (work) => enqueue(work),
    onInvalidate: (data, listener) => void listeners.set(data, [...(listeners.get(data) ?? []), listener]),
  };
}
