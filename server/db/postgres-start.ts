/** Connects to a PostgreSQL server at the start and migrates it. */
import { StartError } from "../lib/start-error.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres.ts";
import { prepare } from "./migrate-and-index.ts";
import { sqlState } from "./sql-state.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** Throws a StartError with one line, without the password, when the database cannot be used. */
export async function openMigrated(url: string): Promise<Database> {
  try {
    const db = openPostgres(url, { connections: 1, hasTimeouts: false });
    try {
      await prepare(db);
    } finally {
      await db.close();
    }
    return openPostgres(url);
  } catch (error) {
    throw explain(error, url);
  }
}

/** Wrong name or password (28), missing database (3D), no right to create tables (42501). */
const isRefusal = (error: unknown) => /^(28|3D|42501)/.test(sqlState(error) ?? "");

function explain(error: unknown, url: string): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  const isFile = error instanceof Error && "path" in error;
  if (!(error instanceof DatabaseUnavailable) && !isFile && !isRefusal(error)) return error;
  const { host, pathname } = new URL(url);
  return new StartError(`DATABASE_URL: ${host}${pathname} cannot be used: ${reasonOf(cause)}`);
}

/** When several addresses failed, node's error has a code but no message. */
const reasonOf = (cause: unknown) =>
  (cause instanceof Error && (cause.message || sqlState(cause))) || "it does not answer";
