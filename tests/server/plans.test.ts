/** How the engine goes about every list of a library of 20,000 songs: by an index, wherever one must serve. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createApp } from "../../server/app.ts";
import { foldCounts } from "../../server/db/counters.ts";
import type { Database, Queryable } from "../../server/db/database.ts";
import { openPostgres } from "../../server/db/postgres.ts";
import { urlOf } from "../support/postgres.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

let server: TestServer;
let reader: TestUser;
/** Statements of the last call. */
const seen: { sql: string; params: readonly unknown[] }[] = [];
let explainer: Pick<Database, "query" | "transaction">;

const songs = 20_000;
const id = (n: string) => `'01a1fe11-0000-7000-8000-' || lpad(${n}::text, 12, '0')`;
const idOf = (n: number) => `01a1fe11-0000-7000-8000-${String(n).padStart(12, "0")}`;

beforeAll(async () => {
  server = await createTestServer();
  reader = await server.user();
  const { db } = server;
  await db.query(
    `insert into users (uid, first_name, last_name, email, artist, newsletter, folded_name, created_at)
     select 'artist-' || n, 'Ada', n::text, '', true, false, 'ada ' || n, n from generate_series(1, 2000) n`,
  );
  await db.query(
    `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, created_at)
     select ${id("n")}, 'artist-1', 'audio', 1, '', '', '', '', n from generate_series(1, ${songs}) n`,
  );
  await db.query(
    `insert into songs (id, owner, title, artist, genre, private, audio, duration, bytes, mime_type, position,
       created_at, likes, plays, folded_title)
     select ${id("n")}, 'artist-' || (n % 2000 + 1), 't', 'a', case n % 9 when 0 then 'Ska' else 'Pop' end, n % 10 = 0,
       ${id("n")}, 1, 1, '', n, n, n % 97, n % 89, md5(n::text) || case n % 5000 when 7 then ' slow tide' else '' end
     from generate_series(1, ${songs}) n`,
  );
  for (const [table, column] of [
    ["likes", "created_at"],
    ["plays", "arrived_day"],
  ] as const)
    await db.query(
      `insert into ${table} (uid, song_id, ${table === "likes" ? "position" : "played_at"}, ${column})
       select 'artist-' || ((n + n / ${songs}) % 2000 + 1), ${id(`(n % ${songs} + 1)`)}, n, 1 from generate_series(1, 40000) n`,
    );
  await db.query(
    `insert into likes (uid, song_id, position, created_at)
     select $1, ${id("n")}, n, n from generate_series(1, 100) n`,
    [reader.uid],
  );
  await db.query(
    `insert into playlists (id, owner, title, description, private, position, followers, folded_title, created_at)
     select ${id("n")}, 'artist-' || (n % 2000 + 1), 't', 'd', n % 10 = 0, n, n % 53, md5(n::text), n
     from generate_series(1, 2000) n`,
  );
  await db.query(
    `insert into playlist_songs (playlist_id, song_id, position)
     select ${id("(n % 2000 + 1)")}, ${id(`(n % ${songs} + 1)`)}, n from generate_series(1, 20000) n`,
  );
  await db.query("analyze");
  explainer = { query: db.query, transaction: db.transaction };
  db.query = record(db).query;
  const { transaction } = db;
  db.transaction = (work) => transaction((tx) => work(record(tx)));
}, 120_000);
afterAll(() => server.close());

function record({ query, invalidate }: Queryable): Queryable {
  return {
    invalidate,
    query(sql, params = []) {
      seen.push({ sql, params });
      return query(sql, params);
    },
  };
}

const withParts = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(withParts)];

/** Nodes of the plans that PostgreSQL makes once for all values, and uses after a few calls. */
async function genericPlansOf(): Promise<Plan[]> {
  const statements = seen.splice(0);
  return explainer.transaction(async (tx) => {
    await tx.query("set local plan_cache_mode = force_generic_plan");
    const nodes: Plan[] = [];
    for (const [n, { sql, params }] of statements.entries()) {
      if (params.length === 0) continue;
      const values = params.map((value) => (typeof value === "number" ? value : `'${String(value)}'`));
      await tx.query(`prepare plan_${n} as ${sql}`);
      const explain = `explain (format json) execute plan_${n}(${values.join(", ")})`;
      const [row] = await queryAs<{ "QUERY PLAN": [{ Plan: Plan }] }>(tx, explain);
      if (row) nodes.push(...withParts(row["QUERY PLAN"][0].Plan));
      await tx.query(`deallocate plan_${n}`);
    }
    return nodes;
  });
}

/** Nodes of the plans of all statements that read or hold rows. */
async function plansOf(): Promise<Plan[]> {
  const nodes: Plan[] = [];
  for (const { sql, params } of seen.splice(0)) {
    if (!/^\s*(select|with|update|delete)/i.test(sql)) continue;
    const [row] = await queryAs<{ "QUERY PLAN": [{ Plan: Plan }] }>(explainer, `explain (format json) ${sql}`, params);
    if (row) nodes.push(...withParts(row["QUERY PLAN"][0].Plan));
  }
  return nodes;
}

/** Where the likes of a user are read from end to end, to find out which of a few songs are among them. */
const likesOfAll = (nodes: Plan[]) =>
  nodes.filter((node) => node["Relation Name"] === "likes" && !/song_id/.test(node["Index Cond"] ?? ""));

/** Others are small enough here for a scan to be the better way. */
const big = ["songs", "plays", "likes", "assets"];
const readWhole = (nodes: Plan[]) =>
  nodes
    .filter((node) => node["Node Type"] === "Seq Scan" && big.includes(node["Relation Name"] ?? ""))
    .map((node) => node["Relation Name"]);

const song = idOf(7);
const playlist = idOf(77);

test.each([
  ["GET", "/api/songs/public-songs"],
  ["GET", "/api/songs/all/"],
  ["GET", "/api/songs/accessible-songs/READER"],
  ["GET", "/api/songs/mysongs/artist-7"],
  ["GET", "/api/songs/mysongs/artist-7?fields=ids"],
  ["GET", `/api/songs?ids=${song},${idOf(8)}`],
  ["GET", "/api/songs/liked-most"],
  ["GET", "/api/users/myFavoriteSongs/READER"],
  ["GET", "/api/users/myFavoriteSongs/READER?fields=ids"],
  ["GET", "/api/users/artists"],
  ["GET", "/api/users/artist-7"],
  ["GET", `/api/playlists/${playlist}`],
  ["GET", `/api/playlists/playlist/${playlist}`],
  ["GET", "/api/playlists/all/"],
  ["GET", "/api/playlists/public/READER"],
  ["GET", "/api/playlists/my-lists/artist-7"],
  ["GET", `/api/playlists/my-lists/artist-7?fields=ids&holding=${song}`],
  ["GET", "/api/playlists/my-favorite-lists/READER"],
  ["GET", "/api/playlists/sort-playlists"],
  ["PUT", "/api/playlists/top/", { songList: [song] }],
  ["GET", "/api/search/index"],
  ["GET", "/statistics/popular-songs"],
  ["GET", "/statistics/new-songs"],
  ["PUT", "/statistics/song-genre/", { genre: "Ska" }],
  ["PATCH", `/api/songs/like/${song}`, {}],
  ["PATCH", `/api/songs/played/${song}`, {}],
  ["PATCH", `/api/songs/cancel-like/${song}`, {}],
] as const)("%s %s reads no table of songs, plays or likes from end to end", async (method, url, body?: object) => {
  seen.length = 0;
  const reply = await server.call(method, url.replace("READER", reader.uid), reader, body ? { body } : {});
  expect([reply.status < 300, reply.text]).toEqual([true, reply.text]);
  const nodes = await plansOf();
  expect(nodes.length).toBeGreaterThan(0);
  expect(readWhole(nodes)).toEqual([]);
});

test("a list of songs looks for the likes of its own songs alone", async () => {
  seen.length = 0;
  await server.call("GET", "/api/songs/public-songs", reader);
  await server.call("GET", `/api/songs?ids=${song},${idOf(8)}`, reader);
  const nodes = await plansOf();
  expect(nodes.map((node) => node["Relation Name"])).toContain("likes");
  expect(likesOfAll(nodes)).toEqual([]);
});

test("nor does it read all likes of a reader who has many, once autovacuum has made that look cheap", async () => {
  const fan = await server.user();
  await server.db.query(
    `insert into likes (uid, song_id, position, created_at) select $1, ${id("(n * 5)")}, n, n from generate_series(1, 2000) n`,
    [fan.uid],
  );
  // Makes an index-only scan of a reader's likes cheap, as autovacuum does.
  await server.db.query("vacuum (analyze) likes");
  seen.length = 0;
  for (const list of [
    "songs/public-songs?limit=100",
    "songs/all/?limit=100",
    `songs?ids=${Array.from({ length: 100 }, (_, n) => idOf(19_000 + n)).join(",")}`,
    `playlists/playlist/${playlist}?limit=100`,
    "songs/mysongs/artist-7?limit=100",
  ])
    expect((await server.call("GET", `/api/${list}`, fan)).status).toBe(200);
  const nodes = await genericPlansOf();
  expect(nodes.filter((node) => node["Relation Name"] === "likes").length).toBeGreaterThanOrEqual(5);
  expect(likesOfAll(nodes)).toEqual([]);
});

test("playlists read their own songs alone", async () => {
  seen.length = 0;
  await server.call("GET", "/api/playlists/all/?limit=100", reader);
  const nodes = await plansOf();
  const whole = nodes.filter((node) => node["Node Type"] === "Seq Scan");
  expect(nodes.map((node) => node["Relation Name"])).toContain("playlist_songs");
  expect(whole.map((node) => node["Relation Name"])).not.toContain("playlist_songs");
  expect(readWhole(nodes)).toEqual([]);
});

test.skipIf(!inject("postgres"))("lists are planned once, and not for every call", async () => {
  const lists = [
    "songs/public-songs?limit=10",
    "songs/all/?limit=10",
    "songs/mysongs/artist-7?limit=10",
    `songs?ids=${song}`,
    `users/myFavoriteSongs/${reader.uid}?limit=10`,
    "users/artists?limit=10",
    `playlists/playlist/${playlist}?limit=10`,
    "playlists/all/?limit=10",
    "playlists/sort-playlists?limit=10",
  ];
  // A connection of its own, of which nobody has asked anything yet.
  const url = new URL(inject("postgres")?.url ?? "");
  const [{ name = "" } = {}] = await queryAs<{ name: string }>(server.db, "select current_database() as name");
  const db = openPostgres(urlOf(url.href, name), { connections: 1 });
  const { fastify } = await createApp({ ...server.deps, db });
  for (let round = 0; round < 8; round++) {
    for (const list of lists) {
      const headers = { authorization: `Bearer ${reader.token}` };
      // An address of its own, so that no whole answer is given again.
      const url = `/api/${list}${list.includes("?") ? "&" : "?"}round=${round}`;
      const { statusCode } = await fastify.inject({ url, headers });
      expect(statusCode).toBe(200);
    }
  }
  const planned = await queryAs<{ statement: string }>(
    db,
    "select statement from pg_prepared_statements where custom_plans > 5 order by 1",
  );
  const known = await db.query("select 1 from pg_prepared_statements where generic_plans > 2");
  await fastify.close();
  await db.close();
  expect(planned.map(({ statement }) => statement)).toEqual([]);
  expect(known.length).toBeGreaterThanOrEqual(lists.length);
});

test("a search for what few titles hold asks the index of trigrams", async () => {
  seen.length = 0;
  const reply = await server.call("GET", "/api/search?q=slow%20tide", reader);
  expect(reply.body.data.songs).toHaveLength(4);
  const nodes = await plansOf();
  expect(readWhole(nodes)).toEqual([]);
  expect(nodes.map((node) => node["Index Name"])).toContain("songs_search");
});

test(
  "many counts are folded at once, also where the engine takes their table for empty",
  { timeout: 20_000 },
  async () => {
    const add = (n: number) =>
      server.db.query(
        `insert into count_changes (id, kind, subject, change)
         select n::text, 'follower', 'artist-' || (n % 2000 + 1), 1 from generate_series(1, ${n}) n`,
      );
    await add(1);
    await server.db.query("delete from count_changes");
    await server.db.query("analyze count_changes");
    await add(10_000);
    await foldCounts(server.db, "follower");
    const totals = await server.db.query("select distinct followers from users where uid like 'artist-%'");
    expect(totals).toEqual([{ followers: 5 }]);
    expect(await server.db.query("select from count_changes")).toEqual([]);
  },
);

test("a search for what many titles hold stops early", async () => {
  seen.length = 0;
  const reply = await server.call("GET", "/api/search?q=a", reader);
  expect(reply.body.data.songs.length).toBeGreaterThan(9);
  const nodes = await plansOf();
  expect(readWhole(nodes)).toEqual([]);
  expect(nodes.map((node) => node["Index Name"])).toContain("songs_by_age");
});
