/** What a transaction is, the same on both engines: begin, work, commit, or else nothing of it. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Queryable } from "./database.ts";

export interface Transactions {
  /**
   * Does what goes around transactions. Rejects inside of one: on one connection it would wait for ever, on several it
   * would not see what the transaction wrote.
   */
  outside<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction on a connection that nobody else uses meanwhile. */
  run<T>(connection: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T>;
}

export function createTransactions(): Transactions {
  const inTransaction = new AsyncLocalStorage<true>();
  let running = 0;

  /** While a storage is in use node 20 follows every promise of the process, which makes each await cost twice as much. */
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
          // A statement that comes after the end would run in somebody else's transaction.
          if (!open) throw new Error("The transaction has ended");
          try {
            return await connection.query(sql, params);
          } catch (error) {
            failure ??= { error };
            throw error;
          }
        },
      };
      await connection.query("begin");
      try {
        const result = await within(() => work(tx));
        open = false;
        // Engines answer a commit after a failed statement with a silent rollback, which would pass for done.
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
