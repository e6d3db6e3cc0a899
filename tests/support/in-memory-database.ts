/** The embedded database without a disk. */
import { PGlite } from "@electric-sql/pglite";
import { connect, extensions } from "../../server/db/pglite.ts";
import type { Connection } from "../../server/db/serial-queue.ts";

/** @param template a data directory from `packInMemory`, which saves the seconds of creating one */
export async function openInMemory(template?: Blob): Promise<Connection> {
  return connect(await createInMemory(template));
}

/** Creates a data directory with `fill` and packs it as a tar file. */
export async function packInMemory(fill: (connection: Connection) => Promise<unknown>, template?: Blob): Promise<Blob> {
  const engine = await createInMemory(template);
  await fill(connect(engine));
  const packed = await engine.dumpDataDir("none");
  await engine.close();
  return packed;
}

const createInMemory = (template?: Blob) => PGlite.create({ extensions, ...(template && { loadDataDir: template }) });
