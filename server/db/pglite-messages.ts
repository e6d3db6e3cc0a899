/** Messages between the server and the thread that runs PGlite. Both sides are of the same build, so nothing is parsed. */
import type { EngineFault } from "./sql-state.ts";

export type ToWorker =
  | { kind: "query"; id: number; sql: string; params: readonly unknown[] }
  /** Copies the data directory into `to`, which is made. */
  | { kind: "copy"; id: number; to: string }
  | { kind: "close"; id: number };

/** What survives of an error on its way between threads. */
export interface WireError {
  message: string;
  /** Where it is the engine's. */
  fault: EngineFault | undefined;
}

export type FromWorker =
  /** `durable`: whether a commit was seen to wait for the disk. */
  | { kind: "opened"; durable: boolean }
  | { kind: "rows"; id: number; rows: Record<string, unknown>[] }
  | { kind: "failed"; id: number; error: WireError }
  /** The database could not be opened; the thread ends. */
  | { kind: "unusable"; error: WireError };

/** What the thread is started with. */
export interface WorkerStart {
  /** Directory of the database itself. */
  directory: string;
}

/** An engine's error on this side of the thread. */
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
