/** Parses what came from outside by a schema of the contract. */
import * as v from "valibot";
import { HttpProblem } from "./problem.ts";

/** Whoever mends as many asks again. */
const errorsAtMost = 10;

/** The parsed value. Throws HttpProblem `invalid-request` with `errors: [{ path, message }]`, one for each field. */
export function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, wordless);
  if (result.success) return result.output;
  throw invalid(
    result.issues.slice(0, errorsAtMost).map((issue) => ({
      path: v.getDotPath(issue) ?? "",
      message: (sentenceOfMissing(schema, issue) ?? issue.message) || inWords(issue),
    })),
  );
}

export const invalid = (errors: { path: string; message: string }[]) =>
  new HttpProblem("invalid-request", { extra: { errors } });

/** In place of the library's own sentences, which show patterns and what was sent. */
const wordless = { abortPipeEarly: true, message: "" };

/** For what the contract has no sentence of its own. */
function inWords({ path, received }: v.BaseIssue<unknown>): string {
  const name = path?.findLast(({ key }) => typeof key === "string")?.key ?? "The body";
  return received === "undefined"
    ? `${String(name)} is a required field`
    : `${String(name)} has a value that cannot be used`;
}

/** What a field says that is not there at all: as to an empty one (specification 8.2). The library says it its way. */
function sentenceOfMissing(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string | undefined {
  const keys = issue.path?.map(({ key }) => key) ?? [];
  if (issue.type !== "object" || issue.received !== "undefined" || keys.length === 0) return undefined;
  let field: unknown = schema;
  for (const key of keys) field = entriesOf(field)?.[String(key)];
  if (!isSchema(field)) return undefined;
  const result = v.safeParse(field, undefined, wordless);
  return result.success ? undefined : result.issues[0].message;
}

function entriesOf(schema: unknown): Record<string, unknown> | undefined {
  if (typeof schema !== "object" || schema === null || !("entries" in schema)) return undefined;
  // An object's entries are schemas by their names.
  return schema.entries as Record<string, unknown>;
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
