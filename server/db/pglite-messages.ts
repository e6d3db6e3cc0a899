/** Messages between the server and the PGlite thread. Both sides come from one build, so nothing is validated. */
import type { EngineFault } from "./sql-state.ts";

export type ToWorker =
  | { kind: "query"; id: number; sql: string; params: readonly unknown[] }
  /** Copies the data directory into the new folder `to`. */
  | { kind: "copy"; id: number; to: string }
  | { kind: "close"; id: number };

/** An error as a message between threads. */
export interface WireError {
  message: string;
  /** Set for an error of the database. */
  fault: EngineFault | undefined;
}

export type FromWorker =
  /** `durable`: whether a test commit waited for fsync. */
  | { kind: "opened"; durable: boolean }
  | { kind: "rows"; id: number; rows: Record<string, unknown>[] }
  | { kind: "failed"; id: number; error: WireError }
  /** The database could not be opened; the thread ends. */
  | { kind: "unusable"; error: WireError };

/** The thread's `workerData`. */
export interface WorkerStart {
  /** PostgreSQL's data directory. */
  directory: string;
}

/** A database error, recreated on the server's side. */
export class DatabaseError extends Error {
  readonly code: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  readonly routine: string | undefined;
  constructor({ message, fault }: WireError) {
    super(message);
    this.code = fault?.code;
    this.table = fault?.table;
    this.constraint = fault?.constraint;
    this.routine = fault?.routine;
  }
}
