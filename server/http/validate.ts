/** Parses what came from outside by a schema of the contract. */
import * as v from "valibot";
import { HttpProblem } from "./problem.ts";

/** The parsed value. Throws HttpProblem `invalid-request` with `errors: [{ path, message }]`. */
export function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw invalid(
    result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: issue.message })),
  );
}

export const invalid = (errors: { path: string; message: string }[]) =>
  new HttpProblem("invalid-request", { extra: { errors } });
