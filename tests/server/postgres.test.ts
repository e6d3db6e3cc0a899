/** Servers as processes on one PostgreSQL: parts, several at once, first starts (specification 18.7-18.9, 21.5). */
import { randomBytes } from "node:crypto";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { migrate, migrations } from "../../server/db/migrate.ts";
import { openPostgres } from "../../server/db/postgres.ts";
import { openMigrated } from "../../server/db/postgres-start.ts";
import { prepare } from "../../server/db/migrate-and-index.ts";
import { StartError } from "../../server/lib/start-error.ts";
import { openChangeStream } from "../support/change-stream.ts";
import { layDatabase } from "../support/data-directory.ts";
import { urlOf } from "../support/postgres.ts";
import { ask, makePlaylist, register, serversOnPostgres } from "../support/postgres-servers.ts";
import { freePort, type ServerProcess } from "../support/process.ts";
import { queryAs } from "../support/database.ts";

const servers = serversOnPostgres();

test(
  "two first starts at once share one database and one directory, and both serve",
  { timeout: 180_000 },
  async () => {
    await servers.newDatabase();
    const [one, two] = await Promise.all([servers.startAndWait(), servers.startAndWait()]);
    const token = await register(one, "ada@example.org");
    const changes = await openChangeStream(two.origin, token);
    const { body } = await makePlaylist(one, token, "Shore");
    // A device at the other server hears of it (specification 17.57).
    expect(await changes.next()).toBe("data: changed");
    // The key that signs tokens is theirs together.
    const seen = await ask(two, "GET", `/api/playlists/${body.data._id}`, { token });
    expect(seen.body.data.title).toBe("Shore");
    // 2.27: a sign-in that one has ended is over at the other at once, whatever that one remembers.
    const change = { idToken: token, password: "Another!1horse" };
    const path = "/identitytoolkit.googleapis.com/v1/accounts:update?key=offbeat";
    expect((await ask(one, "POST", path, { body: change })).status).toBe(200);
    expect(await changes.next()).toBeUndefined();
    expect(await readdir(join(servers.directory, "data"))).not.toContain("database");
    one.child.kill("SIGTERM");
    expect(await one.ended).toBe(0);
    expect((await ask(two, "GET", "/readyz")).status).toBe(200);
  },
);

/** Tables, columns, indexes, rules and applied migrations of a database, a line each. */
async function describeSchema(db: Database): Promise<string[]> {
  const rows = await queryAs<{ line: string }>(
    db,
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select name || ' ' || hash from migrations order by 1`,
  );
  return rows.map(({ line }) => line);
}

test(
  "a migration whose server is killed in the middle of it leaves nothing, and two at once finish it",
  { timeout: 90_000 },
  async () => {
    await servers.newDatabase();
    const fresh = openPostgres(servers.databaseUrl, { connections: 1 });
    await prepare(fresh);
    const wanted = await describeSchema(fresh).finally(() => fresh.close());

    await servers.newDatabase();
    const db = openPostgres(servers.databaseUrl, { connections: 1 });
    try {
      // As a library of an earlier version, with something that the next migration counts.
      await migrate(db, migrations.slice(0, 2));
      const older = await describeSchema(db);
      await db.query("insert into users values ('ada', 'Ada', 'Page', 'x', true, false, null, 0)");
      await db.query(
        `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, created_at)
         values ('a', 'ada', 'audio', 1, '', '', '', '', 0)`,
      );
      await db.query(
        `insert into songs (id, owner, title, artist, genre, private, audio, duration, bytes, mime_type, position, created_at)
         values ('s', 'ada', 'Tide', 'Ada', 'Ska', false, 'a', 1, 1, '', 0, 0)`,
      );
      await db.query("insert into likes values ('ada', 's', 0, 0)");
      // Who reads users holds up what alters them: by then the same migration has altered songs.
      await db.transaction(async (tx) => {
        await tx.query("lock table users in access share mode");
        const server = await servers.start();
        const waiting = () => tx.query("select 1 from pg_locks where not granted");
        await expect.poll(waiting, { timeout: 40_000, interval: 20 }).toHaveLength(1);
        server.child.kill("SIGKILL");
        expect(await server.ended).toBe("SIGKILL");
      });
      const others = `select 1 from pg_stat_activity
        where application_name = 'offbeat' and datname = current_database() and pid <> pg_backend_pid()`;
      await expect.poll(() => db.query(others), { timeout: 20_000 }).toEqual([]);
      expect(await describeSchema(db)).toEqual(older);

      await Promise.all([servers.startAndWait(), servers.startAndWait()]);
      expect(await describeSchema(db)).toEqual(wanted);
      expect(await db.query("select likes, folded_title from songs")).toEqual([{ likes: 1, folded_title: "tide" }]);
    } finally {
      await db.close();
    }
  },
);

/** What a server says that does not start. */
async function refusal(env: Record<string, string>): Promise<string[]> {
  const server = await servers.start(env);
  expect(await server.ended).toBe(1);
  return server.output().trim().split("\n");
}

test("a directory belongs to one embedded database, or to the servers of one other", { timeout: 90_000 }, async () => {
  await servers.newDatabase();
  // An empty DATABASE_URL counts as none.
  const alone = { DATABASE_URL: "", DATA_DIR: join(servers.directory, "alone") };
  await layDatabase(alone.DATA_DIR);
  await servers.startAndWait(alone);
  const uses = (place: string) =>
    expect.stringMatching(
      new RegExp(`^DATA_DIR .*${place}: another .* \\(process \\d+\\) uses .* with another database$`),
    );
  expect(await refusal({ DATA_DIR: join(servers.directory, "alone") })).toEqual([uses("alone")]);
  await servers.startAndWait({ DATA_DIR: join(servers.directory, "shared") });
  await servers.newDatabase();
  expect(await refusal({ DATA_DIR: join(servers.directory, "shared") })).toEqual([uses("shared")]);
  expect(await refusal({ DATABASE_URL: "", DATA_DIR: join(servers.directory, "shared") })).toEqual([uses("shared")]);
  expect(await readdir(join(servers.directory, "shared"))).not.toContain("database");
});

test("servers of one database sign with the same keys, or do not start", { timeout: 90_000 }, async () => {
  await servers.newDatabase();
  const first = join(servers.directory, "first");
  await servers.startAndWait({ DATA_DIR: first });
  // One with a directory of its own makes keys of its own.
  const second = join(servers.directory, "second");
  const isNot = (what: string) =>
    expect.stringMatching(new RegExp(`^${what} is not the key of this database's other servers: .*operations\\.md`));
  expect(await refusal({ DATA_DIR: second })).toEqual([isNot(".*second/media-key")]);
  const key = (await readFile(join(first, "media-key"), "utf8")).trim();
  expect(await refusal({ DATA_DIR: second, MEDIA_KEY: key })).toEqual([isNot(".*second/identity-key.pem")]);
  await cp(join(first, "identity-key.pem"), join(second, "identity-key.pem"));
  await servers.startAndWait({ DATA_DIR: second, MEDIA_KEY: key });
  const other = randomBytes(32).toString("base64");
  expect(await refusal({ DATA_DIR: first, MEDIA_KEY: other })).toEqual([isNot("MEDIA_KEY")]);
  const db = openPostgres(servers.databaseUrl, { connections: 1 });
  await db.query("delete from library where name = 'media-key'").finally(() => db.close());
  await servers.startAndWait({ DATA_DIR: first, MEDIA_KEY: other });
});

test("a part of the server serves its part", { timeout: 180_000 }, async () => {
  await servers.newDatabase();
  const home = join(servers.directory, "parts");
  const api = await servers.startAndWait({
    ROLE: "api",
    DATA_DIR: home,
    STATISTICS_URL: "https://ranks.example.org/statistics",
  });
  const statistics = await servers.startAndWait({
    ROLE: "statistics",
    DATA_DIR: join(servers.directory, "none"),
  });
  await register(api, "ada@example.org");
  const calls = [
    "/statistics/popular-songs",
    "/api/songs/public-songs",
    "/identity/jwks.json",
    "/config.json",
    "/",
    "/healthz",
    "/readyz",
  ];
  const statuses = (server: ServerProcess) =>
    Promise.all(calls.map(async (path) => (await fetch(server.origin + path)).status));
  expect(await statuses(api)).toEqual([404, 401, 200, 200, 200, 200, 200]);
  expect(await statuses(statistics)).toEqual([200, 404, 404, 404, 404, 200, 200]);
  expect((await ask(api, "GET", "/config.json")).body.statistics).toBe("https://ranks.example.org/statistics");
  // It needs no servers.directory, and makes none.
  expect(await readdir(servers.directory)).not.toContain("none");
});

test(
  "a database that cannot be had stops the start with one line without its password",
  { timeout: 180_000 },
  async () => {
    await servers.newDatabase();
    const wrong = new URL(servers.databaseUrl);
    wrong.password = "hunter2";
    const missing = urlOf(servers.cluster.url, "nowhere");
    const closed = new URL(servers.databaseUrl);
    closed.port = String(await freePort());
    for (const [url, reason] of [
      [wrong.href, /password authentication failed/],
      [missing, /"nowhere" does not exist/],
      [closed.href, /ECONNREFUSED/],
      [`${servers.databaseUrl}?sslrootcert=/nowhere.pem`, /nowhere\.pem/],
    ] as const) {
      const server = await servers.start({ DATABASE_URL: url });
      expect(await server.ended).toBe(1);
      const lines = server.output().trim().split("\n");
      expect(lines).toEqual([expect.stringMatching(reason)]);
      expect(lines[0]).toMatch(/^DATABASE_URL: 127\.0\.0\.1:\d+\/\w+ cannot be used: /);
      expect(lines[0]).not.toContain(new URL(url).password);
    }
  },
);

test("a database that cannot hold a library stops the start with one line", async () => {
  await servers.newDatabase();
  const bare = servers.databaseUrl;
  await queryOnce(bare, "drop schema public");
  const reasons = [[bare, "no schema has been selected to create in"]];
  for (const encoding of ["LATIN1", "SQL_ASCII"]) {
    const name = encoding.toLowerCase();
    const options = `template template0 encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`;
    await queryOnce(servers.cluster.url, `create database ${name} ${options}`);
    reasons.push([urlOf(servers.cluster.url, name), `its encoding is ${encoding}, make one with UTF8`]);
  }
  for (const [url = "", reason] of reasons) {
    const { host, pathname } = new URL(url);
    const told = new StartError(`DATABASE_URL: ${host}${pathname} cannot be used: ${reason}`);
    await expect(openMigrated(url)).rejects.toEqual(told);
  }
});

async function queryOnce(url: string, sql: string): Promise<void> {
  const db = openPostgres(url, { connections: 1 });
  await db.query(sql).finally(() => db.close());
}
