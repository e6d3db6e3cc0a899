/**
 * Locks the data directory and opens the database in it. Imports little, so that the database starts while the rest of
 * the program still loads.
 */
import { existsSync } from "node:fs";
import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Database } from "../db/database.ts";
import { LockedError, shareLock, takeLock, type Lock } from "../db/lock.ts";
import { openThread, type EmbeddedDatabase } from "../db/pglite-thread.ts";
import { prepare } from "../db/migrate-and-index.ts";
import { readLibraryId } from "./database-identity.ts";
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";

export interface OpenedDatabase {
  db: Database;
  /** Copies the embedded database into a new folder; undefined with DATABASE_URL. */
  copyTo?: (folder: string) => Promise<void>;
  /** Closes the database and releases the directory. */
  close(): Promise<void>;
}

type DataSettings = Pick<Settings, "dataDir" | "databaseUrl" | "role">;

/**
 * Throws a StartError with one line when the directory or the database cannot be opened.
 * @param onLost called when a running server loses the database for good
 */
export async function openDatabase(
  { dataDir, databaseUrl, role }: DataSettings,
  onLost: (error: Error) => void,
): Promise<OpenedDatabase> {
  if (databaseUrl !== undefined) {
    const { openMigrated } = await import("../db/postgres-start.ts");
    // A statistics server needs no data directory.
    if (role === "statistics") {
      const db = await openMigrated(databaseUrl);
      return { db, close: () => db.close() };
    }
    await makeDirectory(dataDir);
    return shareDirectory(dataDir, await openMigrated(databaseUrl));
  }
  const lock = await lockDataDirectory(dataDir);
  try {
    const db = await openEmbedded(join(dataDir, "database"), onLost);
    return {
      db,
      copyTo: (folder) => db.copyTo(folder),
      async close() {
        await db.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Creates the directory if it is missing and locks it for this process. Throws a StartError when that fails. */
export async function lockDataDirectory(dataDir: string): Promise<Lock> {
  await makeDirectory(dataDir);
  return takeLock(join(dataDir, "lock")).catch((error: unknown) => refuse(dataDir, error));
}

/** Shares the directory with other servers of the same database: they use the same keys and media. */
async function shareDirectory(dataDir: string, db: Database): Promise<OpenedDatabase> {
  try {
    const lock = await shareLock(join(dataDir, "lock"), await readLibraryId(db));
    return {
      db,
      async close() {
        await db.close();
        await lock.release();
      },
    };
  } catch (error) {
    await db.close();
    return refuse(dataDir, error);
  }
}

function refuse(dataDir: string, error: unknown): never {
  throw error instanceof LockedError ? new StartError(`DATA_DIR ${dataDir}: ${error.message}`) : error;
}

async function makeDirectory(dataDir: string): Promise<void> {
  try {
    await makePath(resolve(dataDir));
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(`DATA_DIR takes a directory that can be written to; ${dataDir} cannot`);
  }
}

/** Creates one folder at a time: node's recursive `mkdir` never returns where it cannot create any, as in /proc. */
async function makePath(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  if (dirname(path) !== path) await makePath(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process may have created it just now.
    if (!(await isDirectory(path))) throw error;
  });
}

const isDirectory = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function openEmbedded(directory: string, onLost: (error: Error) => void): Promise<EmbeddedDatabase> {
  // Beside this file in the bundle.
  const script = new URL("./pglite-worker.js", import.meta.url);
  const open = () => openThread(script, directory, onLost);
  if (!existsSync(join(directory, "PG_VERSION"))) {
    // The folder's mode protects the database files, which PGlite creates readable and writable for all.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // Creating a database loads a second engine; only the end of the thread frees its half gigabyte.
    await (await open()).close();
  }
  const db = await open();
  try {
    await prepare(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
