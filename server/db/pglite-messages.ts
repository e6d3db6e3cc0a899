/** Messages between the server and the PGlite thread. Both sides come from one build, so nothing is validated. */
import { codeOf } from "../lib/error-code.ts";
import { faultOf, type EngineFault } from "./sql-state.ts";

export type ToWorker =
  | { kind: "query"; id: number; sql: string; params: readonly unknown[] }
  /** Copies the data directory into the new folder `to`. */
  | { kind: "copy"; id: number; to: string }
  | { kind: "close"; id: number };

/** An error as a message between threads. */
interface WireError {
  message: string;
  /** A SQLSTATE, or that of the file system, such as ENOSPC of a copy. */
  code: string | undefined;
  /** Set for an error of the database. */
  fault: EngineFault | undefined;
}

export const toWire = (error: unknown): WireError => ({
  message: error instanceof Error ? error.message : String(error),
  code: codeOf(error),
  fault: faultOf(error),
});

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

/** An error of the thread, recreated on the server's side. */
export class DatabaseError extends Error {
  readonly code: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  readonly routine: string | undefined;
  constructor({ message, code, fault }: WireError) {
    super(message);
    this.code = code;
    this.table = fault?.table;
    this.constraint = fault?.constraint;
    this.routine = fault?.routine;
  }
}
