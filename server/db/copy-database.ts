/**
 * Copies the files of the embedded database while no statement runs. The copy equals the files after a crash at this
 * moment, and opens with crash recovery (specification 18.11).
 */
import { readRows } from "./rows.ts";
import { constants, copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Connection } from "./serial-queue.ts";

/** Copies only the WAL segments that recovery needs: old and preallocated segments are most of its bytes. */
export async function copyDatabase(connection: Connection, from: string, to: string): Promise<void> {
  await connection.query("checkpoint");
  const [log] = await readRows(
    connection,
    v.object({ first: v.string(), last: v.string() }),
    `select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
     from pg_control_checkpoint()`,
  );
  if (!log) throw new Error("PostgreSQL does not report which WAL it needs");
  const isNeeded = (folder: string, name: string) =>
    folder === "pg_wal" && /^[0-9A-F]{24}$/.test(name)
      ? name >= log.first && name <= log.last
      : name !== "postmaster.pid";

  const copyFolder = (folder: string): void => {
    mkdirSync(join(to, folder), { mode: 0o700 });
    for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) copyFolder(path);
      else if (entry.isFile() && isNeeded(folder, entry.name))
        copyFileSync(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
    }
  };
  copyFolder("");
}
