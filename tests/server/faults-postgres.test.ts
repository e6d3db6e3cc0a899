/** A PostgreSQL that goes away and comes back under servers that write (specification 21.5). */
import { expect, test } from "vitest";
import { openPostgres } from "../../server/db/postgres.ts";
import { ask, makePlaylist, register, serversOnPostgres } from "../support/postgres-servers.ts";
import { queryAs } from "../support/database.ts";

const servers = serversOnPostgres();

test.each(["in order", "at once"] as const)(
  "a database that is stopped %s under load: 503 with Retry-After, no acknowledged write lost, found again",
  { timeout: 90_000 },
  async (how) => {
    await servers.newDatabase();
    const server = await servers.startAndWait();
    const tokens = await Promise.all(Array.from({ length: 4 }, (_, n) => register(server, `ada${n}@example.org`)));
    const acknowledged = new Set<string>();
    const statuses = new Map<number, number>();
    let over = false;
    let polite = true;
    /** Each asks for the same under the same key until it is told that it is done, as the outbox does. */
    const writers = tokens.map(async (token, w) => {
      for (let n = 0; !over; n++) {
        const title = `${w}-${n}`;
        for (let done = false; !done && !over;) {
          const { status, retryAfter } = await makePlaylist(server, token, title, `write:${title}`);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          done = status === 201;
          if (done) acknowledged.add(title);
          if (status === 503) polite &&= Number(retryAfter) > 0;
        }
      }
    });
    const until = async (condition: () => boolean | Promise<boolean>) => {
      await expect.poll(condition, { timeout: 30_000, interval: 20 }).toBe(true);
    };
    await until(() => acknowledged.size > 20);
    await servers.cluster.stop(how);
    await until(() => (statuses.get(503) ?? 0) > 20);
    expect((await ask(server, "GET", "/healthz")).status).toBe(200);
    expect((await ask(server, "GET", "/readyz")).status).toBe(503);
    const before = acknowledged.size;
    await servers.cluster.start();
    await until(() => acknowledged.size > before + 20);
    await until(async () => (await ask(server, "GET", "/readyz")).status === 200);
    over = true;
    await Promise.all(writers);
    expect([[...statuses.keys()].sort(), polite]).toEqual([[201, 503], true]);
    const db = openPostgres(servers.databaseUrl, { connections: 1 });
    const rows = await queryAs<{ title: string }>(db, "select title from playlists").finally(() => db.close());
    const titles = rows.map(({ title }) => title);
    expect(titles.length).toBe(new Set(titles).size);
    expect([...acknowledged].filter((title) => !titles.includes(title))).toEqual([]);
    expect(server.child.exitCode).toBe(null);
  },
);
