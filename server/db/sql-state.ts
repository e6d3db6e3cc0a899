/** What engines say of a statement that failed. */

import { codeOf } from "../lib/error-code.ts";

/** The five-character SQLSTATE of an engine's error. */
export const sqlState = codeOf;

/** All of an engine's error but its texts, which quote the values that a statement was given. */
export interface EngineFault {
  code: string;
  table: string | undefined;
  constraint: string | undefined;
  /** Of the engine's source. */
  routine: string | undefined;
}

/** Undefined for what no engine threw: codes of the system, such as EPIPE, have no digit. */
export function faultOf(error: unknown): EngineFault | undefined {
  const code = sqlState(error);
  if (code === undefined || !/^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return undefined;
  const members: Record<string, unknown> = { ...(error as Error) }; // what has a code is an Error
  const text = (name: string) => {
    const value = members[name];
    return typeof value === "string" ? value : undefined;
  };
  return { code, table: text("table"), constraint: text("constraint"), routine: text("routine") };
}

/** Where an error was thrown, without its message. */
export const framesOf = ({ stack = "", message }: Error) => {
  const after = stack.indexOf(message) + message.length;
  return stack.slice(stack.indexOf("\n", after) + 1);
};

/** What may be printed of a thrown value: an engine's error goes without its texts. */
export function withoutValues(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const fault = faultOf(cause);
  return fault && cause instanceof Error ? { ...fault, stack: framesOf(cause) } : error;
}
