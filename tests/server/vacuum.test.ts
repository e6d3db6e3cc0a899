/** The embedded engine is tidied as an own PostgreSQL would tidy itself (specification 18.13). */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInDirectory } from "../../server/db/pglite.ts";
import type { Connection } from "../../server/db/serial-queue.ts";
import { vacuumEmbedded } from "../../server/db/vacuum.ts";
import { layDatabase } from "../support/data-directory.ts";
import { queryAs } from "../support/database.ts";

let folder: string;
let connection: Connection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offbeat-tidy-"));
  await layDatabase(folder);
  ({ connection } = await openInDirectory(join(folder, "database")));
}, 120_000);
afterAll(async () => {
  await connection?.close();
  await rm(folder, { recursive: true, force: true });
});

const rewrite = async () => {
  for (let round = 0; round < 5; round++) await connection.query("update t set n = n + 1");
};
const bytes = async () =>
  (await queryAs<{ bytes: number }>(connection, "select pg_relation_size('t')::int as bytes"))[0]?.bytes;
const plannedRows = async (table: string) =>
  (await connection.query("select reltuples::int from pg_class where relname = $1", [table]))[0];

test(
  "dead rows make room, the planner counts anew, and the log does not grow for ever",
  { timeout: 60_000 },
  async () => {
    await connection.query("create table t (n integer, filling text)");
    await connection.query("insert into t select n, repeat('x', 1000) from generate_series(1, 5000) as n");
    await rewrite();
    const grown = await bytes();
    await vacuumEmbedded(connection);
    expect(await plannedRows("t")).toEqual({ reltuples: 5000 });
    for (let day = 0; day < 6; day++) {
      await rewrite();
      await vacuumEmbedded(connection);
    }
    expect(await bytes()).toBeLessThanOrEqual(grown ?? 0);
    // All the rounds write more log than the 128 MB that a checkpoint keeps at most.
    const log = (await readdir(join(folder, "database/pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name));
    expect(log.length).toBeLessThanOrEqual(9);
  },
);

test("what a former process has written counts, too", { timeout: 60_000 }, async () => {
  await connection.query("create table u (n integer)");
  await connection.query("insert into u select 1");
  await connection.query("analyze u");
  await connection.query("insert into u select generate_series(1, 10000)");
  await connection.close();
  ({ connection } = await openInDirectory(join(folder, "database")));
  await vacuumEmbedded(connection);
  expect(await plannedRows("u")).toEqual({ reltuples: 10_001 });
});
