/** The interface of both databases: the embedded PGlite and a PostgreSQL server. */

/** Data of the database that this process caches. */
export type CachedData = "deliveries";

/** Runs statements; the smallest interface of a connection. */
export interface Statements {
  /**
   * Runs one statement with `$1`… placeholders and returns its rows, which `readRows` parses. Throws the database's
   * Error with its five-character `code`.
   */
  query(sql: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

export interface Queryable extends Statements {
  /** Call it right before a statement that changes cached data. */
  invalidate(data: CachedData): void;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction: commits when it returns, rolls back and rethrows when it throws. After a conflict
   * with another transaction `work` runs again, so its only effects must go through `tx`.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` at every `invalidate` of this data. A read that begins after it sees the change, because everything
   * runs in arrival order. Undefined when other processes can write too.
   */
  onInvalidate?(data: CachedData, listener: () => void): void;
  close(): Promise<void>;
}
