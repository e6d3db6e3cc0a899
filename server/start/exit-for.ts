import { withoutValues } from "../db/sql-state.ts";
import { StartError } from "../lib/start-error.ts";

/** Ends the process: with the one line for what a person can mend, else with all that is known. */
export function exitFor(error: unknown): never {
  console.error(error instanceof StartError ? error.message : withoutValues(error));
  process.exit(1);
}
