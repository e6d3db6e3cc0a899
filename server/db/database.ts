/** The one small interface behind which the embedded PGlite or a PostgreSQL server works. */

export interface Queryable {
  /** Rows of one statement, in SQL with `$1`… placeholders. The type argument names the columns it selects. */
  query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** Runs `work` in a transaction: commits what it returns, rolls back and rethrows what it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
