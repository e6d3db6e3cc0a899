/** Data directories with a database as a first start makes it, for all tests that are not about a first start. */
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../server/db/database.ts";
import { openInDirectory } from "../../server/db/pglite.ts";
import { preparation, prepare } from "../../server/db/migrate-and-index.ts";
import { createSerialQueue } from "../../server/db/serial-queue.ts";
import { kept } from "./fixture-cache.ts";

/** The database of a data directory, beside no server. */
export const openDatabase = async (dataDir: string): Promise<Database> =>
  createSerialQueue((await openInDirectory(join(dataDir, "database"))).connection);

/**
 * Puts a migrated database without rows into a data directory, which is made if it is missing. Keys and media are left to
 * the server.
 */
export async function layDatabase(dataDir: string): Promise<void> {
  const migrated = await kept("data", preparation, async (draft) => {
    await mkdir(draft);
    const db = await openDatabase(draft);
    await prepare(db);
    await db.close();
  });
  await cp(migrated, dataDir, { recursive: true });
}
