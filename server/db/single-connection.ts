/**
 * A Database over an engine with one connection: statements and transactions take turns, in the order they came.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Database, Queryable } from "./database.ts";
import { retryConflicts } from "./retry.ts";

/** What an engine must do: one statement at a time. */
export interface Connection extends Queryable {
  close(): Promise<void>;
}

export function takeTurns(connection: Connection): Database {
  let last: Promise<unknown> = Promise.resolve();
  const inTransaction = new AsyncLocalStorage<true>();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // Waiting for a turn inside a transaction, which holds it, would never end.
    if (inTransaction.getStore())
      return Promise.reject(new Error("Inside a transaction, query through the transaction"));
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function runOnce<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    let open = true;
    const tx: Queryable = {
      query(sql, params) {
        // A statement that comes after the end would run in somebody else's transaction.
        return open
          ? connection.query(sql, params)
          : Promise.reject(new Error("The transaction has ended"));
      },
    };
    await connection.query("begin");
    try {
      const result = await inTransaction.run(true, () => work(tx));
      open = false;
      await connection.query("commit");
      return result;
    } catch (error) {
      open = false;
      await connection.query("rollback");
      throw error;
    }
  }

  return {
    query: (sql, params) => inTurn(() => connection.query(sql, params)),
    transaction: (work) => retryConflicts(() => inTurn(() => runOnce(work))),
    close: () => inTurn(() => connection.close()),
  };
}
