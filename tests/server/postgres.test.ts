/** Servers as processes on one PostgreSQL: parts, several at once, a database that goes away (specification 18.7-18.9, 21.5). */
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { migrate, migrations } from "../../server/db/migrate.ts";
import { openPostgres } from "../../server/db/postgres.ts";
import { prepare } from "../../server/db/prepare.ts";
import { startCluster, urlOf, type Cluster } from "../support/postgres.ts";
import { freePort, startServer, whenReady, type ServerProcess } from "../support/process.ts";

let cluster: Cluster;
let directory: string;
let databaseUrl: string;
let databases = 0;
const running: ServerProcess[] = [];

beforeAll(async () => {
  // With fsync: what is acknowledged has to outlive a crash of the database.
  cluster = await startCluster({ durable: true });
  directory = await mkdtemp(join(tmpdir(), "offbeat-parts-"));
}, 60_000);
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
});
afterAll(async () => {
  await cluster.remove();
  await rm(directory, { recursive: true, force: true });
});

async function newDatabase(): Promise<void> {
  const name = `offbeat_${++databases}`;
  const admin = openPostgres(cluster.url, { connections: 1 });
  await admin.query(`create database ${name}`).finally(() => admin.close());
  databaseUrl = urlOf(cluster.url, name);
}

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = startServer({
    PORT: String(await freePort()),
    DATA_DIR: join(directory, "data"),
    DATABASE_URL: databaseUrl,
    RATE_FACTOR: "1000",
    ...env,
  });
  running.push(server);
  return server;
}

async function startAndWait(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await start(env);
  await whenReady(server);
  return server;
}

interface Answer {
  status: number;
  retryAfter: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  body: any;
}

async function ask(
  { origin }: ServerProcess,
  method: string,
  path: string,
  { token, body, key }: { token?: string; body?: unknown; key?: string } = {},
): Promise<Answer> {
  const reply = await fetch(origin + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const retryAfter = reply.headers.get("retry-after");
  return { status: reply.status, retryAfter, body: text === "" ? undefined : JSON.parse(text) };
}

async function register(server: ServerProcess, email: string): Promise<string> {
  const account = { email, password: "Correct!1horse", returnSecureToken: true };
  const signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x";
  const token: string = (await ask(server, "POST", signUp, { body: account })).body.idToken;
  const profile = { firstName: "Ada", lastName: "Page", email, artist: true };
  expect((await ask(server, "POST", "/api/users", { token, body: profile })).status).toBe(201);
  return token;
}

const makePlaylist = (server: ServerProcess, token: string, title: string, key?: string) =>
  ask(server, "POST", "/api/playlists", {
    token,
    body: { playlist: { title, description: "By the sea", private: true } },
    ...(key === undefined ? {} : { key }),
  });

test(
  "two first starts at once share one database and one directory, and both serve",
  { timeout: 180_000 },
  async () => {
    await newDatabase();
    const [one, two] = await Promise.all([startAndWait(), startAndWait()]);
    const token = await register(one, "ada@example.org");
    const { body } = await makePlaylist(one, token, "Shore");
    // The key that signs tokens is theirs together.
    const seen = await ask(two, "GET", `/api/playlists/${body.data._id}`, { token });
    expect(seen.body.data.title).toBe("Shore");
    expect(await readdir(join(directory, "data"))).not.toContain("database");
    one.child.kill("SIGTERM");
    expect(await one.ended).toBe(0);
    expect((await ask(two, "GET", "/readyz")).status).toBe(200);
  },
);

/** Tables, columns, indexes, rules and applied migrations of a database, a line each. */
async function describeSchema(db: Database): Promise<string[]> {
  const rows = await db.query<{ line: string }>(
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
    await newDatabase();
    const fresh = openPostgres(databaseUrl, { connections: 1 });
    await prepare(fresh);
    const wanted = await describeSchema(fresh).finally(() => fresh.close());

    await newDatabase();
    const db = openPostgres(databaseUrl, { connections: 1 });
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
        const server = await start();
        const waiting = () => tx.query("select 1 from pg_locks where not granted");
        await expect.poll(waiting, { timeout: 40_000, interval: 20 }).toHaveLength(1);
        server.child.kill("SIGKILL");
        expect(await server.ended).toBe("SIGKILL");
      });
      const others = `select 1 from pg_stat_activity
        where application_name = 'offbeat' and datname = current_database() and pid <> pg_backend_pid()`;
      await expect.poll(() => db.query(others), { timeout: 20_000 }).toEqual([]);
      expect(await describeSchema(db)).toEqual(older);

      await Promise.all([startAndWait(), startAndWait()]);
      expect(await describeSchema(db)).toEqual(wanted);
      expect(await db.query("select likes, folded_title from songs")).toEqual([
        { likes: 1, folded_title: "tide" },
      ]);
    } finally {
      await db.close();
    }
  },
);

/** What a server says that does not start. */
async function refusal(env: Record<string, string>): Promise<string[]> {
  const server = await start(env);
  expect(await server.ended).toBe(1);
  return server.output().trim().split("\n");
}

test(
  "a directory belongs to one embedded database, or to the servers of one other",
  { timeout: 90_000 },
  async () => {
    await newDatabase();
    const alone = startServer({
      PORT: String(await freePort()),
      DATA_DIR: join(directory, "alone"),
    });
    running.push(alone);
    await whenReady(alone);
    const uses = (place: string) =>
      expect.stringMatching(
        new RegExp(
          `^DATA_DIR .*${place}: another .* \\(process \\d+\\) uses .* with another database$`,
        ),
      );
    expect(await refusal({ DATA_DIR: join(directory, "alone") })).toEqual([uses("alone")]);
    await startAndWait({ DATA_DIR: join(directory, "shared") });
    await newDatabase();
    expect(await refusal({ DATA_DIR: join(directory, "shared") })).toEqual([uses("shared")]);
    const embedded = startServer({
      PORT: String(await freePort()),
      DATA_DIR: join(directory, "shared"),
    });
    running.push(embedded);
    expect(await embedded.ended).toBe(1);
    expect(embedded.output().trim().split("\n")).toEqual([uses("shared")]);
    expect(await readdir(join(directory, "shared"))).not.toContain("database");
  },
);

test(
  "servers of one database sign with the same keys, or do not start",
  { timeout: 90_000 },
  async () => {
    await newDatabase();
    const first = join(directory, "first");
    await startAndWait({ DATA_DIR: first });
    // One with a directory of its own makes keys of its own.
    const second = join(directory, "second");
    const isNot = (what: string) =>
      expect.stringMatching(
        new RegExp(`^${what} is not the key of this database's other servers: .*operations\\.md`),
      );
    expect(await refusal({ DATA_DIR: second })).toEqual([isNot(".*second/media-key")]);
    const key = (await readFile(join(first, "media-key"), "utf8")).trim();
    expect(await refusal({ DATA_DIR: second, MEDIA_KEY: key })).toEqual([
      isNot(".*second/identity-key.pem"),
    ]);
    await cp(join(first, "identity-key.pem"), join(second, "identity-key.pem"));
    await startAndWait({ DATA_DIR: second, MEDIA_KEY: key });
    const other = randomBytes(32).toString("base64");
    expect(await refusal({ DATA_DIR: first, MEDIA_KEY: other })).toEqual([isNot("MEDIA_KEY")]);
    const db = openPostgres(databaseUrl, { connections: 1 });
    await db.query("delete from library where name = 'media-key'").finally(() => db.close());
    await startAndWait({ DATA_DIR: first, MEDIA_KEY: other });
  },
);

test("a part of the server serves its part", { timeout: 180_000 }, async () => {
  await newDatabase();
  const home = join(directory, "parts");
  const api = await startAndWait({
    ROLE: "api",
    DATA_DIR: home,
    STATISTICS_URL: "https://ranks.example.org/statistics",
  });
  const statistics = await startAndWait({ ROLE: "statistics", DATA_DIR: join(directory, "none") });
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
  expect((await ask(api, "GET", "/config.json")).body.statistics).toBe(
    "https://ranks.example.org/statistics",
  );
  // It needs no directory, and makes none.
  expect(await readdir(directory)).not.toContain("none");
});

test(
  "a database that cannot be had stops the start with one line without its password",
  { timeout: 180_000 },
  async () => {
    await newDatabase();
    const wrong = new URL(databaseUrl);
    wrong.password = "hunter2";
    const missing = urlOf(cluster.url, "nowhere");
    const closed = new URL(databaseUrl);
    closed.port = String(await freePort());
    for (const [url, reason] of [
      [wrong.href, /password authentication failed/],
      [missing, /"nowhere" does not exist/],
      [closed.href, /ECONNREFUSED/],
      [`${databaseUrl}?sslrootcert=/nowhere.pem`, /nowhere\.pem/],
    ] as const) {
      const server = await start({ DATABASE_URL: url });
      expect(await server.ended).toBe(1);
      const lines = server.output().trim().split("\n");
      expect(lines).toEqual([expect.stringMatching(reason)]);
      expect(lines[0]).toMatch(/^DATABASE_URL: 127\.0\.0\.1:\d+\/\w+ cannot be used: /);
      expect(lines[0]).not.toContain(new URL(url).password);
    }
  },
);

test.each(["in order", "at once"] as const)(
  "a database that is stopped %s under load: 503 with Retry-After, no acknowledged write lost, found again",
  { timeout: 90_000 },
  async (how) => {
    await newDatabase();
    const server = await startAndWait();
    const tokens = await Promise.all(
      Array.from({ length: 4 }, (_, n) => register(server, `ada${n}@example.org`)),
    );
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
    await cluster.stop(how);
    await until(() => (statuses.get(503) ?? 0) > 20);
    expect((await ask(server, "GET", "/healthz")).status).toBe(200);
    expect((await ask(server, "GET", "/readyz")).status).toBe(503);
    const before = acknowledged.size;
    await cluster.start();
    await until(() => acknowledged.size > before + 20);
    await until(async () => (await ask(server, "GET", "/readyz")).status === 200);
    over = true;
    await Promise.all(writers);
    expect([[...statuses.keys()].sort(), polite]).toEqual([[201, 503], true]);
    const db = openPostgres(databaseUrl, { connections: 1 });
    const rows = await db
      .query<{ title: string }>("select title from playlists")
      .finally(() => db.close());
    const titles = rows.map(({ title }) => title);
    expect(titles.length).toBe(new Set(titles).size);
    expect([...acknowledged].filter((title) => !titles.includes(title))).toEqual([]);
    expect(server.child.exitCode).toBe(null);
  },
);
