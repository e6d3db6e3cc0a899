/** Transactions for both databases: begin, work, then commit or roll back. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Queryable, Statements } from "./database.ts";

interface Transactions {
  /**
   * Runs work that must not be part of a transaction. Rejects inside of one: with a single connection it would wait for
   * ever, with several it would not see the transaction's writes.
   */
  outside<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction on a connection that nobody else uses. */
  run<T>(connection: Statements, work: (tx: Queryable) => Promise<T>): Promise<T>;
}

/** @param invalidate of every transaction */
export function createTransactions(invalidate: Queryable["invalidate"] = () => {}): Transactions {
  const inTransaction = new AsyncLocalStorage<true>();
  let running = 0;

  /**
   * Disables the storage when idle: while one is active, node 20 tracks every promise, and each await costs twice as
   * much.
   */
  async function within<T>(work: () => Promise<T>): Promise<T> {
    running++;
    try {
      return await inTransaction.run(true, work);
    } finally {
      if (--running === 0) inTransaction.disable();
    }
  }

  return {
    outside(work) {
      if (inTransaction.getStore())
        return Promise.reject(new Error("Inside a transaction, query through the transaction"));
      return work();
    },
    async run(connection, work) {
      let open = true;
      let failure: { error: unknown } | undefined;
      const tx: Queryable = {
        async query(sql, params) {
          // A late statement would run in somebody else's transaction.
          if (!open) throw new Error("The transaction has ended");
          try {
            return await connection.query(sql, params);
          } catch (error) {
            failure ??= { error };
            throw error;
          }
        },
        invalidate,
      };
      await connection.query("begin");
      try {
        const result = await within(() => work(tx));
        open = false;
        // PostgreSQL answers a commit after a failed statement with a silent rollback, which would look like success.
        if (failure) throw failure.error;
        await connection.query("commit");
        return result;
      } catch (error) {
        open = false;
        await connection.query("rollback");
        throw error;
      }
    },
  };
}
