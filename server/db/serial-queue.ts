/**
 * A Database over an engine with one connection: statements and transactions take turns, in the order they came.
 */
import type { Database, Queryable } from "./database.ts";
import { retryConflicts } from "./retry.ts";
import { createTransactions } from "./transactions.ts";

/** What an engine must do: one statement at a time. */
export interface Connection extends Queryable {
  close(): Promise<void>;
}

/** A database that lets others do something while no statement and no transaction runs. */
export interface SerialQueue extends Database {
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function createSerialQueue(connection: Connection): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  const transactions = createTransactions();
  const listeners: ((sql: string) => void)[] = [];

  /** The connection for one turn. What its statements changed is told within the turn: nobody reads before. */
  function listenedTo(isTransaction: boolean): Queryable {
    const statements: string[] = [];
    return {
      async query<Row>(sql: string, params?: readonly unknown[]) {
        statements.push(sql);
        try {
          return await connection.query<Row>(sql, params);
        } finally {
          // A commit whose answer is lost may have taken effect.
          if (!isTransaction || sql === "commit")
            for (const statement of statements) for (const listener of listeners) listener(statement);
        }
      },
    };
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    return transactions.outside(() => {
      const turn = last.then(work);
      last = turn.catch(() => {});
      return turn;
    });
  }

  return {
    query: <Row>(sql: string, params?: readonly unknown[]) => inTurn(() => listenedTo(false).query<Row>(sql, params)),
    transaction: (work) => retryConflicts(() => inTurn(() => transactions.run(listenedTo(true), work))),
    close: () => inTurn(() => connection.close()),
    alone: (work) => inTurn(work),
    onWrite: (listener) => void listeners.push(listener),
  };
}
