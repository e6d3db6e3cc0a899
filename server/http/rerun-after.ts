import type { Database, Queryable } from "../db/database.ts";

/**
 * Thrown in a transaction that needs something which no transaction waits for, such as an answer of another host: it is
 * rolled back, the thing is prepared, and the work is run again.
 */
export class RerunAfter extends Error {
  /** Names what is to be prepared. */
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.name = "RerunAfter";
    this.key = key;
  }
}

/** Runs `work` in a transaction, again after each thing that it has to have prepared; each is prepared once. */
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
