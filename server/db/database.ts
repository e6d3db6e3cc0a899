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
  /** Messages to the other servers of this database; undefined when there can be none. */
  signals?: Signals;
  close(): Promise<void>;
}

/** Messages that may be lost: nothing may rely on them. */
export interface Signals {
  /** Sends texts of up to 8,000 bytes to all servers, also to this one. */
  send(texts: readonly string[]): Promise<void>;
  /**
   * Starts listening, also while the database cannot be reached. Returns a stop function.
   * @param onGap called when a connection that was lost, or could not be made at first, is there: messages may have been
   *   missed
   */
  listen(onText: (text: string) => void, onGap: () => void): () => Promise<void>;
}
