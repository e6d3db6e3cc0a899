/**
 * A database of one's own, with the real migrations: in memory, or on the PostgreSQL of this run. Making an empty one in
 * memory takes seconds, so a packed one is kept.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inject } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { openInMemory, packEmpty } from "../../server/db/pglite.ts";
import { openPostgres } from "../../server/db/postgres.ts";
import { takeTurns } from "../../server/db/single-connection.ts";
import { urlOf } from "./postgres.ts";

const cache = join(import.meta.dirname, "../../node_modules/.cache/offbeat");

/** Version of the engine: a packed directory belongs to it. */
function engineVersion(): string {
  const { version }: { version: string } = createRequire(import.meta.url)(
    join(import.meta.dirname, "../../node_modules/@electric-sql/pglite/package.json"),
  );
  return version;
}

async function packedEmpty(): Promise<Blob> {
  const path = join(cache, `empty-${engineVersion()}.tar`);
  try {
    return new Blob([await readFile(path)]);
  } catch {
    const packed = await packEmpty();
    const draft = `${path}.${process.pid}`;
    await mkdir(cache, { recursive: true });
    await writeFile(draft, Buffer.from(await packed.arrayBuffer()));
    await rename(draft, path);
    return packed;
  }
}

/** Without any table. */
export async function openEmptyDatabase(): Promise<Database> {
  const copy = await makeDatabase("template0");
  return copy ? openCopy(copy) : takeTurns(await openInMemory(await packedEmpty()));
}

export async function openTestDatabase(): Promise<Database> {
  const copy = await makeDatabase("migrated");
  if (copy) return openCopy(copy);
  const db = await openEmptyDatabase();
  await migrate(db);
  return db;
}

export interface DatabaseCopy {
  url: string;
  drop(): Promise<void>;
}

/** A new database on the PostgreSQL of this run, empty or migrated; undefined where the embedded engine is tested. */
export async function makeDatabase(
  template: "template0" | "migrated",
): Promise<DatabaseCopy | undefined> {
  const postgres = inject("postgres");
  if (!postgres) return undefined;
  const name = `offbeat_${randomBytes(6).toString("hex")}`;
  const onServer = async (sql: string) => {
    const admin = openPostgres(postgres.url, { connections: 1 });
    await admin.query(sql).finally(() => admin.close());
  };
  const source = template === "migrated" ? postgres.migrated : template;
  await onServer(`create database ${name} template ${source}`);
  const drop = () => onServer(`drop database ${name} with (force)`);
  return { url: urlOf(postgres.url, name), drop };
}

function openCopy({ url, drop }: DatabaseCopy): Database {
  const db = openPostgres(url);
  return {
    ...db,
    async close() {
      await db.close();
      await drop();
    },
  };
}
