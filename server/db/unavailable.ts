/** A temporary failure that is not the statement's fault: the connection, the disk, or too many conflicts. */
export class DatabaseUnavailable extends Error {
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number;

  constructor(retryAfter: number, cause?: unknown) {
    super("The database is not available", cause === undefined ? undefined : { cause });
    this.name = "DatabaseUnavailable";
    this.retryAfter = retryAfter;
  }
}
