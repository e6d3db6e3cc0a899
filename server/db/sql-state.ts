/** Reads and redacts database errors. */

import { codeOf } from "../lib/error-code.ts";

/** The five-character SQLSTATE of a database error. */
export const sqlState = codeOf;

/** A database error without its texts, which quote the statement's values. */
export interface EngineFault {
  code: string;
  table: string | undefined;
  constraint: string | undefined;
  /** Function in PostgreSQL's source. */
  routine: string | undefined;
}

/** Returns undefined for errors of other origin: system codes such as EPIPE have no digit. */
export function faultOf(error: unknown): EngineFault | undefined {
  const code = sqlState(error);
  if (code === undefined || !/^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return undefined;
  const members: Record<string, unknown> = { ...(error as Error) }; // `sqlState` returns a code only for an Error
  const text = (name: string) => {
    const value = members[name];
    return typeof value === "string" ? value : undefined;
  };
  return { code, table: text("table"), constraint: text("constraint"), routine: text("routine") };
}

/** The stack frames of an error, without its message. */
export const framesOf = ({ stack = "", message }: Error) => {
  const after = stack.indexOf(message) + message.length;
  return stack.slice(stack.indexOf("\n", after) + 1);
};

/** Makes a thrown value safe to print: removes the texts of a database error. */
export function withoutValues(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const fault = faultOf(cause);
  return fault && cause instanceof Error ? { ...fault, stack: framesOf(cause) } : error;
}
