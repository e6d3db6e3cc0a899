import { withoutValues } from "../db/sql-state.ts";

/** A reason not to start that a person can do something about; its message is one line. */
export class StartError extends Error {}

/** Ends the process: with the one line for what a person can mend, else with all that is known. */
export function exitFor(error: unknown): never {
  console.error(error instanceof StartError ? error.message : withoutValues(error));
  process.exit(1);
}
