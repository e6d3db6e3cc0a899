/** How PGlite is opened, in the worker thread and, in memory, inside tests. */
import { PGlite } from "@electric-sql/pglite";
import type { Connection } from "./single-connection.ts";

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
  ].flatMap((setting) => ["-c", setting]),
];

/** Opens the database in `directory`, makes it at the first start, and checks that it runs with fsync on. */
export async function openInDirectory(directory: string): Promise<Connection> {
  const engine = await PGlite.create({ dataDir: directory, startParams: durableStart });
  const [row] = (await engine.query<{ fsync: string }>("show fsync")).rows;
  if (row?.fsync !== "on")
    throw new Error("The embedded database does not keep commits durable: fsync is off");
  return connect(engine);
}

/**
 * Opens a database that lives in memory.
 * @param template a data directory packed by `packEmpty`, which saves the seconds that making one takes
 */
export async function openInMemory(template?: Blob): Promise<Connection> {
  return connect(await PGlite.create(template ? { loadDataDir: template } : {}));
}

/** An empty data directory as a tar file. */
export async function packEmpty(): Promise<Blob> {
  const engine = await PGlite.create();
  const packed = await engine.dumpDataDir("none");
  await engine.close();
  return packed;
}

function connect(engine: PGlite): Connection {
  return {
    async query<Row>(sql: string, params: readonly unknown[] = []) {
      return (await engine.query<Row>(sql, [...params])).rows;
    },
    close: () => engine.close(),
  };
}
