/** Opens PGlite on disk, in the worker thread. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Connection } from "./serial-queue.ts";
import { syncTree } from "./fsync-tree.ts";
import { SyncedFiles } from "./fsynced-files.ts";

/**
 * PGlite's start parameters without `-F`, which turns fsync off, and with settings for durable commits. They match the
 * pinned version: compare them with `PGlite.defaultStartParams` at every update.
 */
const durableStart = [
  "--single",
  "-O",
  "-j",
  ...[
    "search_path=public",
    "exit_on_error=false",
    "log_checkpoints=false",
    "max_worker_processes=0",
    "max_parallel_workers=0",
    "max_parallel_workers_per_gather=0",
    "io_method=sync",
    "max_parallel_maintenance_workers=0",
    "fsync=on",
    "wal_sync_method=fsync",
    // Small: the operating system caches the files too.
    "shared_buffers=32MB",
    // Sizes the lock and transaction tables.
    "max_connections=5",
    // How much WAL PostgreSQL keeps for recycling.
    "max_wal_size=128MB",
  ].flatMap((setting) => ["-c", setting]),
];

/** For `search-indexes.ts`. A database with these indexes needs the extension for good. */
export const extensions = { pg_trgm };

interface OpenedDirectory {
  connection: Connection;
  /** Whether a test commit waited for fsync. */
  durable: boolean;
}

/**
 * Opens the database in `directory`, creates it at the first start, and tests that a commit waits for fsync.
 * @param onSync called for every file that PostgreSQL syncs
 */
export async function openInDirectory(
  directory: string,
  onSync: (path: string) => void = () => {},
): Promise<OpenedDirectory> {
  const isNew = !existsSync(join(directory, "PG_VERSION"));
  let walSyncs = 0;
  const fs = new SyncedFiles(directory, (path) => {
    if (path.includes("/pg_wal/")) walSyncs++;
    onSync(path);
  });
  const engine = await PGlite.create({ fs, startParams: durableStart, extensions });
  if (isNew) {
    await engine.query("checkpoint");
    syncTree(directory);
  }
  const before = walSyncs;
  // The smallest commit: it changes no table.
  await engine.query("select pg_logical_emit_message(true, 'offbeat', 'test')");
  return { connection: connect(engine), durable: walSyncs > before };
}

export function connect(engine: PGlite): Connection {
  return {
    async query(sql, params = []) {
      return (await engine.query<Record<string, unknown>>(sql, [...params])).rows;
    },
    close: () => engine.close(),
  };
}
