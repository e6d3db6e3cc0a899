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

export function takeTurns(connection: Connection): Database {
  let last: Promise<unknown> = Promise.resolve();
  const transactions = createTransactions();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    return transactions.outside(() => {
      const turn = last.then(work);
      last = turn.catch(() => {});
      return turn;
    });
  }

  return {
    query: (sql, params) => inTurn(() => connection.query(sql, params)),
    transaction: (work) => retryConflicts(() => inTurn(() => transactions.run(connection, work))),
    close: () => inTurn(() => connection.close()),
  };
}
