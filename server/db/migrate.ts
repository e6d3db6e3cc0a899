/** Brings a database to the newest schema; a second run, or two servers at once, change nothing (quality, 21.5). */
/// <reference types="vite/types/importMeta.d.ts" />
import { createHash } from "node:crypto";
import type { Database, Queryable } from "./database.ts";
import { StartError } from "../lib/start-error.ts";
import { sqlState } from "./sql-state.ts";

export interface Migration {
  /** File name without its ending; the order of names is the order of migrations. */
  name: string;
  sql: string;
}

/** The files in `migrations/`, inlined by the build: the bundle needs no file beside it. */
const files = import.meta.glob<string>("./migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const migrations: Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ""), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Thrown when what was applied is not what this version would apply. */
export class MigrationError extends StartError {}

/**
 * Applies what is missing, each migration in a transaction with its own row, so that a killed run leaves whole
 * migrations. Throws a MigrationError for a database that is newer, or whose migrations were others.
 */
export async function migrate(db: Database, wanted: readonly Migration[] = migrations): Promise<string[]> {
  if (await isUpToDate(db, wanted)) return [];
  for (const statement of [
    "create table if not exists migrations (name text primary key, hash text not null)",
    "create table if not exists migration_lock (id integer primary key, holder text)",
    "insert into migration_lock (id) values (1) on conflict do nothing",
  ]) {
    await db.query(statement).catch((error: unknown) => {
      // Another server makes the same table at this very moment: `if not exists` does not wait for that.
      if (!["23505", "42P07"].includes(sqlState(error) ?? "")) throw error;
    });
  }
  const done: string[] = [];
  for (const migration of wanted) {
    if (await db.transaction((tx) => apply(tx, migration, wanted))) done.push(migration.name);
  }
  return done;
}

/** One look, which is all that most starts do. */
async function isUpToDate(db: Database, wanted: readonly Migration[]): Promise<boolean> {
  const applied = await readApplied(db).catch((error: unknown) => {
    if (sqlState(error) === "42P01") return [];
    throw error;
  });
  checkApplied(applied, wanted);
  return applied.length === wanted.length;
}

const readApplied = (db: Queryable) => db.query<{ name: string; hash: string }>("select name, hash from migrations");

/** Applies one migration unless its row is there; another server waits at the lock row until this one has committed. */
async function apply(tx: Queryable, { name, sql }: Migration, wanted: readonly Migration[]): Promise<boolean> {
  await tx.query("update migration_lock set holder = $1 where id = 1", [name]);
  const applied = await readApplied(tx);
  checkApplied(applied, wanted);
  if (applied.some((row) => row.name === name)) return false;
  for (const statement of splitStatements(sql)) await tx.query(statement);
  await tx.query("insert into migrations (name, hash) values ($1, $2)", [name, hashOf(sql)]);
  return true;
}

function checkApplied(applied: { name: string; hash: string }[], wanted: readonly Migration[]): void {
  for (const { name, hash } of applied) {
    const ours = wanted.find((migration) => migration.name === name);
    if (!ours) throw new MigrationError(`The database is of a newer version: it has the migration ${name}`);
    if (hashOf(ours.sql) !== hash) throw new MigrationError(`The migration ${name} was changed after it was applied`);
  }
}

const hashOf = (sql: string) => createHash("sha256").update(sql).digest("hex");

/** The statements of a file: each ends with a semicolon at the end of a line. Comments stand on lines of their own. */
export function splitStatements(sql: string): string[] {
  return sql
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
