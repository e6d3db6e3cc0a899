import type { Database, Queryable } from "../db/database.ts";

/**
 * Thrown in a transaction that needs slow preparation, such as a request to another host. The transaction rolls back,
 * the preparation runs outside, and the transaction runs again.
 */
export class RerunAfter extends Error {
  /** What to prepare. */
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.name = "RerunAfter";
    this.key = key;
  }
}

/** Runs `work` in a transaction, and again after each preparation that it asks for. Prepares each key once. */
export async function runPrepared<T>(
  db: Pick<Database, "transaction">,
  prepare: (key: string) => Promise<void>,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const prepared = new Set<string>();
  for (;;) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!(error instanceof RerunAfter) || prepared.has(error.key)) throw error;
      prepared.add(error.key);
      await prepare(error.key);
    }
  }
}
