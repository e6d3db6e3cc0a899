/** Parses untrusted input with a schema of the contract. */
import * as v from "valibot";
import { HttpProblem } from "./problem.ts";

/** Enough to report at once. */
const maxErrors = 10;

/** Returns the parsed value. Throws HttpProblem `invalid-request` with `errors: [{ path, message }]`, one per field. */
export function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, noDefaultMessages);
  if (result.success) return result.output;
  throw invalid(
    result.issues.slice(0, maxErrors).map((issue) => ({
      path: v.getDotPath(issue) ?? "",
      message: (requiredMessage(schema, issue) ?? issue.message) || fallbackMessage(issue),
    })),
  );
}

export const invalid = (errors: { path: string; message: string }[]) =>
  new HttpProblem("invalid-request", { extra: { errors } });

/** Turns off valibot's own messages, which quote patterns and the input. */
const noDefaultMessages = { abortPipeEarly: true, message: "" };

/** For issues without a message in the contract. */
function fallbackMessage({ path, received }: v.BaseIssue<unknown>): string {
  const name = path?.findLast(({ key }) => typeof key === "string")?.key ?? "The body";
  return received === "undefined"
    ? `${String(name)} is a required field`
    : `${String(name)} has a value that cannot be used`;
}

/** Gives a missing field the message of an empty one (specification 8.2); valibot has its own for missing keys. */
function requiredMessage(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string | undefined {
  const keys = issue.path?.map(({ key }) => key) ?? [];
  if (issue.type !== "object" || issue.received !== "undefined" || keys.length === 0) return undefined;
  let field: unknown = schema;
  for (const key of keys) field = entriesOf(field)?.[String(key)];
  if (!isSchema(field)) return undefined;
  const result = v.safeParse(field, undefined, noDefaultMessages);
  return result.success ? undefined : result.issues[0].message;
}

function entriesOf(schema: unknown): Record<string, unknown> | undefined {
  if (typeof schema !== "object" || schema === null || !("entries" in schema)) return undefined;
  // The entries of an object schema are schemas by key.
  return schema.entries as Record<string, unknown>;
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
