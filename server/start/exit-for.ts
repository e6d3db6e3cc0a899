import { withoutValues } from "../db/sql-state.ts";
import { StartError } from "../lib/start-error.ts";

/** Exits the process: prints one line for an error that the operator can fix, the whole error otherwise. */
export function exitFor(error: unknown): never {
  console.error(error instanceof StartError ? error.message : withoutValues(error));
  process.exit(1);
}
