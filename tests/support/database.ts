/** A database of one's own, with the real migrations: in memory, or on the PostgreSQL of this run. */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { inject } from "vitest";
import type { Database, Statements } from "../../server/db/database.ts";
import { openPostgres } from "../../server/db/postgres.ts";
import { preparation, prepare } from "../../server/db/migrate-and-index.ts";
import { createSerialQueue } from "../../server/db/serial-queue.ts";
import { kept } from "./fixture-cache.ts";
import { openInMemory, packInMemory } from "./in-memory-database.ts";
import { urlOf } from "./postgres.ts";

/** A data directory as a tar file, made once. */
async function packed(name: string, inputs: unknown, make: () => Promise<Blob>): Promise<Blob> {
  const path = await kept(name, inputs, async (draft) =>
    writeFile(draft, Buffer.from(await (await make()).arrayBuffer())),
  );
  return new Blob([await readFile(path)]);
}

const packedEmpty = () => packed("empty", null, () => packInMemory(async () => {}));

const packedMigrated = () =>
  packed("migrated", preparation, async () =>
    packInMemory((connection) => prepare(createSerialQueue(connection)), await packedEmpty()),
  );

/** Without any table. */
export async function openEmptyDatabase(): Promise<Database> {
  const copy = await makeDatabase("template0");
  return copy ? openCopy(copy) : createSerialQueue(await openInMemory(await packedEmpty()));
}

export async function openTestDatabase(): Promise<Database> {
  const copy = await makeDatabase("migrated");
  if (copy) return openCopy(copy);
  return createSerialQueue(await openInMemory(await packedMigrated()));
}

export interface DatabaseCopy {
  url: string;
  drop(): Promise<void>;
}

/** A new database on the PostgreSQL of this run, empty or migrated; undefined where the embedded engine is tested. */
export async function makeDatabase(template: "template0" | "migrated"): Promise<DatabaseCopy | undefined> {
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

/** Runs a test's own statement and takes its rows for what it selects. */
export async function queryAs<Row>(db: Statements, sql: string, params?: readonly unknown[]): Promise<Row[]> {
  // A test that is wrong about its statement fails by itself.
  return (await db.query(sql, params)) as Row[];
}
