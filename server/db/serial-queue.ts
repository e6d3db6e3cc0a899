/** A Database with a single connection: runs statements and transactions one at a time, in arrival order. */
import type { Database, Queryable } from "./database.ts";
import { retryConflicts } from "./retry.ts";
import { createTransactions } from "./transactions.ts";

/** A connection that runs one statement at a time. */
export interface Connection extends Queryable {
  close(): Promise<void>;
}

/** A database that can run work while no statement and no transaction runs. */
export interface SerialQueue extends Database {
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createSerialQueue(connection: Connection): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  const transactions = createTransactions();
  const listeners: ((sql: string) => void)[] = [];

  /** The connection for one turn. It notifies listeners before the turn ends, so that nobody reads earlier. */
  function withListeners(isTransaction: boolean): Queryable {
    const statements: string[] = [];
    return {
      async query<Row>(sql: string, params?: readonly unknown[]) {
        statements.push(sql);
        try {
          return await connection.query<Row>(sql, params);
        } finally {
          // Notifies after a failed commit too: it may have taken effect.
          if (!isTransaction || sql === "commit")
            for (const statement of statements) for (const listener of listeners) listener(statement);
        }
      },
    };
  }

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    return transactions.outside(() => {
      const turn = last.then(work);
      last = turn.catch(() => {});
      return turn;
    });
  }

  return {
    query: <Row>(sql: string, params?: readonly unknown[]) =>
      enqueue(() => withListeners(false).query<Row>(sql, params)),
    transaction: (work) => retryConflicts(() => enqueue(() => transactions.run(withListeners(true), work))),
    close: () => enqueue(() => connection.close()),
    exclusive: (work) => enqueue(work),
    onWrite: (listener) => void listeners.push(listener),
  };
}
