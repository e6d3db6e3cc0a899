/** PostgreSQL that crashes under load: 503 with Retry-After meanwhile, and everything goes on by itself (specification 21.5). */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgres } from "../../server/db/postgres.ts";
import { ask } from "../support/http-client.ts";
import { repetitions } from "../support/repetitions.ts";
import { findFaults, makeLibrary, onPostgres, stop, type Library } from "../support/server-library.ts";
import { findPostgres } from "../support/postgres-programs.mjs";
import { startCluster, urlOf, type Cluster } from "../support/postgres.ts";
import type { ServerProcess } from "../support/process.ts";
import { checkAll, makeWriters } from "../support/writers.ts";

const why = findPostgres() === undefined ? " (skipped: there is no PostgreSQL to start)" : "";

describe.skipIf(why !== "")(`a PostgreSQL of one's own${why}`, () => {
  let cluster: Cluster;
  let library: Library;
  let server: ServerProcess;
  let load: Awaited<ReturnType<typeof makeWriters>>;

  beforeAll(async () => {
    cluster = await startCluster({ durable: true });
    library = await makeLibrary({ engine: onPostgres(makeDatabase) });
    server = await library.start();
    load = await makeWriters(library, server.origin, 8);
  }, 120_000);
  afterAll(async () => {
    await library?.remove();
    await cluster?.remove();
  });

  async function makeDatabase() {
    const name = `offbeat_${randomBytes(4).toString("hex")}`;
    const admin = openPostgres(cluster.url, { connections: 1 });
    await admin.query(`create database ${name}`).finally(() => admin.close());
    // It goes with its cluster.
    return { url: urlOf(cluster.url, name), drop: async () => {} };
  }

  test.each(repetitions(1, 5))("crash %i", { timeout: 120_000 }, async () => {
    const { writers, host } = load;
    const over = new AbortController();
    const running = writers.map((writer) => writer.run(server.origin, over.signal));
    const acknowledged = () => writers.map((writer) => writer.acknowledged);
    const everybodyWrote = async (since: number[]) => {
      await expect
        .poll(() => acknowledged().every((count, n) => count > (since[n] ?? 0)), {
          timeout: 50_000,
        })
        .toBe(true);
    };
    await everybodyWrote(acknowledged());

    await cluster.stop("at once");
    const told = () => writers.flatMap(({ refusals }) => refusals);
    await expect.poll(() => told().length, { timeout: 30_000 }).toBeGreaterThan(writers.length);
    const list = await ask(server.origin, "GET", "/api/songs/public-songs", host);
    const ready = await ask(server.origin, "GET", "/readyz", null);
    for (const { status, headers, body } of [...told(), list, ready]) {
      // Uploads answer errors in a shape of their own, without a code (specification 12.8).
      expect([status, body.code ?? "unavailable"]).toEqual([503, "unavailable"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await ask(server.origin, "GET", "/healthz", null)).status).toBe(200);

    await cluster.start();
    await everybodyWrote(acknowledged());
    over.abort();
    await Promise.all(running);
    for (const writer of writers) writer.refusals.length = 0;
    await checkAll(server.origin, load);
    expect((await ask(server.origin, "GET", "/readyz", null)).status).toBe(200);
  });

  test("leaves no file without a row, no row without its file, no wrong count", async () => {
    expect(await stop(server)).toBe(0);
    expect(await findFaults(library)).toEqual([]);
  });
});
