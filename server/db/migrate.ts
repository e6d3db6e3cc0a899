/** Migrates a database to the newest schema. Idempotent, and safe when several servers start at once. */
/// <reference types="vite/types/importMeta.d.ts" />
import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Database, Queryable } from "./database.ts";
import { readRows } from "./rows.ts";
import { StartError } from "../lib/start-error.ts";
import { sqlState } from "./sql-state.ts";

interface Migration {
  /** File name without extension; migrations run in the order of their names. */
  name: string;
  sql: string;
}

/** The files in `migrations/`, inlined by the build. */
const files = import.meta.glob<string>("./migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const migrations: Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ""), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The applied migrations differ from this version's. */
export class MigrationError extends StartError {}

/**
 * Applies the missing migrations, each in one transaction with its row, so that a killed run leaves only complete ones.
 * Throws a MigrationError for a newer database, or one with other migrations.
 */
export async function migrate(db: Database, wanted: readonly Migration[] = migrations): Promise<string[]> {
  if (await isUpToDate(db, wanted)) return [];
  for (const statement of [
    "create table if not exists migrations (name text primary key, hash text not null)",
    "create table if not exists migration_lock (id integer primary key, holder text)",
    "insert into migration_lock (id) values (1) on conflict do nothing",
  ]) {
    await db.query(statement).catch((error: unknown) => {
      // Another server creates the same table, or its row type, right now: `if not exists` does not wait for it.
      if (!["23505", "42P07", "42710"].includes(sqlState(error) ?? "")) throw error;
    });
  }
  const done: string[] = [];
  for (const migration of wanted) {
    if (await db.transaction((tx) => apply(tx, migration, wanted))) done.push(migration.name);
  }
  return done;
}

/** One query, which is all that most starts need. */
async function isUpToDate(db: Database, wanted: readonly Migration[]): Promise<boolean> {
  const applied = await readApplied(db).catch((error: unknown) => {
    if (sqlState(error) === "42P01") return [];
    throw error;
  });
  checkApplied(applied, wanted);
  return applied.length === wanted.length;
}

const readApplied = (db: Queryable) =>
  readRows(db, v.object({ name: v.string(), hash: v.string() }), "select name, hash from migrations");

/** Applies one migration unless its row exists. Other servers wait at the lock row until the commit. */
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

/**
 * Splits a file into statements. A statement ends with a semicolon at the end of a line; comments have their own lines.
 */
export function splitStatements(sql: string): string[] {
  return sql
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
