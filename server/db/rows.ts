/**
 * Parses rows where the driver hands them over. A statement whose columns are not what its reader expects fails here,
 * with their names, and nowhere later.
 */
import * as v from "valibot";
import type { Statements } from "./database.ts";

/** Columns do not match. Says nothing of values, which belong to users. */
export class RowError extends Error {}

/** Throws RowError, and what the statement throws. */
export async function readRows<S extends v.GenericSchema>(
  db: Statements,
  row: S,
  sql: string,
  params?: readonly unknown[],
): Promise<v.InferOutput<S>[]> {
  const rows = await db.query(sql, params);
  return rows.map((one) => {
    const result = v.safeParse(row, one, { abortEarly: true });
    if (result.success) return result.output;
    const [issue] = result.issues;
    throw new RowError(`${v.getDotPath(issue) ?? "A row"} is no ${issue.expected ?? issue.type} in: ${sql}`);
  });
}
