/** The database cannot do it now, whatever the statement: its connection, its disk, or too many others at the same rows. */
export class DatabaseUnavailable extends Error {
  /** Seconds after which it is worth another try. */
  readonly retryAfter: number;

  constructor(retryAfter: number, cause?: unknown) {
    super("The database is not available", cause === undefined ? undefined : { cause });
    this.name = "DatabaseUnavailable";
    this.retryAfter = retryAfter;
  }
}
