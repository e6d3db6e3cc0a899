/** The interface of both databases: the embedded PGlite and a PostgreSQL server. */

export interface Queryable {
  /**
   * Runs one statement with `$1`… placeholders and returns its rows. The type argument describes the selected columns.
   * Throws the database's Error with its five-character `code`.
   */
  query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction: commits when it returns, rolls back and rethrows when it throws. After a conflict
   * with another transaction `work` runs again, so its only effects must go through `tx`.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` with the SQL of every committed statement before the commit resolves. Undefined when other
   * processes can write too.
   */
  onWrite?(listener: (sql: string) => void): void;
  close(): Promise<void>;
}
