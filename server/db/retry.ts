/** Runs a transaction again that lost against another one; engines report that with these two codes. */
import { setTimeout as sleep } from "node:timers/promises";
import { sqlState } from "./sql-state.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const attempts = 6;

/** Serialization failure and deadlock: nothing was done, and the same work may succeed. */
const isConflict = (error: unknown) => ["40001", "40P01"].includes(sqlState(error) ?? "");

/**
 * Runs `once`, up to six times while it fails with a conflict, with growing and random pauses. Throws
 * DatabaseUnavailable when the last time is lost too.
 */
export async function retryConflicts<T>(once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === attempts) throw new DatabaseUnavailable(1, error);
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}
