/** What the disk has promised to keep, as a copy that grows only by what the engine has synced: a power cut's view. */
import { copyFileSync, statSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInDirectory } from "../../server/db/pglite.ts";
import type { Connection } from "../../server/db/serial-queue.ts";
import { layDatabase } from "../support/data-directory.ts";
import { queryAs } from "../support/database.ts";

const root = "/pglite/data/";
let folder: string;
let kept: string;
let connection: Connection;
const syncs: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offbeat-durable-"));
  await layDatabase(folder);
  const live = join(folder, "database");
  kept = join(folder, "kept");
  let isCopying = false;
  const opened = await openInDirectory(live, (path) => {
    const name = path.slice(root.length);
    syncs.push(name);
    if (isCopying && statSync(join(live, name)).isFile()) copyFileSync(join(live, name), join(kept, name));
  });
  expect(opened.durable).toBe(true);
  connection = opened.connection;
  await connection.query("create table t (n integer)");
  await connection.query("checkpoint");
  await cp(live, kept, { recursive: true });
  isCopying = true;
}, 120_000);
afterAll(async () => {
  await connection?.close();
  await rm(folder, { recursive: true, force: true });
});

test("every commit waits for one sync of the log, and a reading for none", async () => {
  const began = syncs.length;
  const walSyncs = () => syncs.slice(began).filter((name) => name.startsWith("pg_wal/")).length;
  for (let n = 1; n <= 20; n++) {
    await connection.query("insert into t values ($1)", [n]);
    expect(walSyncs()).toBe(n);
  }
  await connection.query("begin");
  await connection.query("insert into t values (21)");
  await connection.query("insert into t values (22)");
  expect(walSyncs()).toBe(20);
  await connection.query("commit");
  expect(walSyncs()).toBe(21);
  await connection.query("select * from t");
  expect(walSyncs()).toBe(21);
});

test("after a power cut every answered commit is there, and nothing else", { timeout: 60_000 }, async () => {
  await connection.query("delete from t");
  for (let n = 1; n <= 50; n++) {
    await connection.query("insert into t values ($1)", [n]);
    if (n === 25) await connection.query("checkpoint");
  }
  await connection.query("begin");
  await connection.query("insert into t values (51)");
  // The cut: what was written and not synced is lost.
  const after = await openInDirectory(kept);
  const rows = await queryAs<{ n: number }>(after.connection, "select n from t order by n");
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  await after.connection.close();
  await connection.query("rollback");
});
