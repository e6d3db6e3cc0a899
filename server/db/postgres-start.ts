/** Connects to a PostgreSQL server at the start and migrates it. */
import { StartError } from "../lib/start-error.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres.ts";
import { prepare } from "./migrate-and-index.ts";
import { sqlState } from "./sql-state.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** Throws a StartError with one line, without the password, when the database cannot be used. */
export async function openMigrated(url: string): Promise<Database> {
  const db = openFirst(url);
  try {
    await checkEncoding(db, url);
    await prepare(db);
  } catch (error) {
    throw explain(error, url);
  } finally {
    await db.close();
  }
  return openPostgres(url);
}

/** The driver has rules of its own for escapes and parameters of the URL, and reads the files that they name. */
function openFirst(url: string): Database {
  try {
    return openPostgres(url, { connections: 1, hasTimeouts: false });
  } catch (error) {
    throw unusable(url, error);
  }
}

async function checkEncoding(db: Database, url: string): Promise<void> {
  const [row] = await db.query("select current_setting('server_encoding') as encoding");
  const encoding = String(row?.["encoding"]);
  if (encoding !== "UTF8") throw unusable(url, new Error(`its encoding is ${encoding}, make one with UTF8`));
}

/** Wrong name or password (28), missing database (3D) or schema (3F), no right to create tables (42501). */
const isRefusal = (error: unknown) => /^(28|3D|3F|42501)/.test(sqlState(error) ?? "");

function explain(error: unknown, url: string): unknown {
  if (error instanceof DatabaseUnavailable) return unusable(url, error.cause);
  return isRefusal(error) ? unusable(url, error) : error;
}

function unusable(url: string, cause: unknown): StartError {
  const { host, pathname } = new URL(url);
  return new StartError(`DATABASE_URL: ${host}${pathname} cannot be used: ${reasonOf(cause)}`);
}

/** When several addresses failed, node's error has a code but no message. */
const reasonOf = (cause: unknown) =>
  (cause instanceof Error && (cause.message || sqlState(cause))) || "it does not answer";
