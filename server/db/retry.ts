/** Retries transactions that failed because of a conflict with another transaction. */
import { setTimeout as sleep } from "node:timers/promises";
import { sqlState } from "./sql-state.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const maxAttempts = 6;

/** Serialization failure and deadlock: the transaction rolled back, and a retry may succeed. */
const isConflict = (error: unknown) => ["40001", "40P01"].includes(sqlState(error) ?? "");

/**
 * Runs `once` up to six times while it fails with a conflict, with exponential random pauses. Throws
 * DatabaseUnavailable when the last attempt fails too.
 */
export async function retryConflicts<T>(once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === maxAttempts) throw new DatabaseUnavailable(1, error);
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}
