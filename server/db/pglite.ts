/** How PGlite is opened, in the worker thread and, in memory, inside tests. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Connection } from "./serial-queue.ts";
import { syncTree } from "./fsync-tree.ts";
import { SyncedFiles } from "./fsynced-files.ts";

/**
 * PGlite's own start parameters without `-F`, which turns fsync off, and with the calls that make a commit durable.
 * They belong to the pinned version: compare with `PGlite.defaultStartParams` when it changes.
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
    // What has no room here is in the system's own cache of files.
    "shared_buffers=32MB",
    // Tables of locks and transactions are made for that many.
    "max_connections=5",
    // So much log is kept to be written over.
    "max_wal_size=128MB",
  ].flatMap((setting) => ["-c", setting]),
];

/** For searches; see `search-indexes.ts`. A database that was made with it cannot be searched without it. */
const extensions = { pg_trgm };

export interface OpenedDirectory {
  connection: Connection;
  /** Whether a commit was seen to wait for the disk. */
  durable: boolean;
}

/**
 * Opens the database in `directory`, makes it at the first start, and tests that a commit waits until the disk has it.
 * @param onSync hears of every file that the engine has synced
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
  // The smallest commit there is: it changes no table.
  await engine.query("select pg_logical_emit_message(true, 'offbeat', 'test')");
  return { connection: connect(engine), durable: walSyncs > before };
}

/**
 * Opens a database that lives in memory.
 * @param template a data directory packed by `packInMemory`, which saves the seconds that making one takes
 */
export async function openInMemory(template?: Blob): Promise<Connection> {
  return connect(await createInMemory(template));
}

/** A data directory as a tar file, as `fill` has left it. */
export async function packInMemory(fill: (connection: Connection) => Promise<unknown>, template?: Blob): Promise<Blob> {
  const engine = await createInMemory(template);
  await fill(connect(engine));
  const packed = await engine.dumpDataDir("none");
  await engine.close();
  return packed;
}

const createInMemory = (template?: Blob) => PGlite.create({ extensions, ...(template && { loadDataDir: template }) });

function connect(engine: PGlite): Connection {
  return {
    async query<Row>(sql: string, params: readonly unknown[] = []) {
      return (await engine.query<Row>(sql, [...params])).rows;
    },
    close: () => engine.close(),
  };
}
