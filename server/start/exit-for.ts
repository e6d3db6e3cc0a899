import { faultOf, withoutValues } from "../db/sql-state.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { codeOf } from "../lib/error-code.ts";
import { StartError } from "../lib/start-error.ts";

/** Exits the process: prints one line for an error that the operator can fix, the whole error otherwise. */
export function exitFor(error: unknown): never {
  console.error(lineOf(error) ?? withoutValues(error));
  process.exit(1);
}

/** Exits the process, whose embedded database has ended or hangs, with one line. */
export const exitForLost = ({ message }: Error): never =>
  exitFor(new StartError(`The database has stopped: ${message}`));

function lineOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof DatabaseUnavailable)) return undefined;
  const { cause, message } = error;
  // Of an error of the database only the code: its text may quote values. That of several addresses has no text.
  const reason = faultOf(cause)?.code ?? (cause instanceof Error ? cause.message || codeOf(cause) : undefined);
  return reason === undefined ? message : `${message}: ${reason}`;
}
