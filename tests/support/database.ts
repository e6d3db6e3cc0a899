/** A database in memory with the real migrations. Making an empty one takes seconds, so a packed one is kept. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Database } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { openInMemory, packEmpty } from "../../server/db/pglite.ts";
import { takeTurns } from "../../server/db/single-connection.ts";

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
  return takeTurns(await openInMemory(await packedEmpty()));
}

export async function openTestDatabase(): Promise<Database> {
  const db = await openEmptyDatabase();
  await migrate(db);
  return db;
}
