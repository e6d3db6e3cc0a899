/** The one small interface behind which the embedded PGlite or a PostgreSQL server works. */

export interface Queryable {
  /**
   * Rows of one statement, in SQL with `$1`… placeholders. The type argument names the columns it selects.
   * Throws what the engine throws, an Error with its five-character `code`.
   */
  query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction: commits what it returns, rolls back and rethrows what it throws. After a conflict
   * with another transaction `work` runs again, so it must have no effect but through `tx`.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` with the text of every statement that has been committed, before anybody hears that it was. Only
   * where this process alone can write; absent where others may as well.
   */
  onWrite?(listener: (sql: string) => void): void;
  close(): Promise<void>;
}
