/** Members of a body that are not the caller's to set change nothing: the database is the same with them as without. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Method } from "../../contract/endpoint.ts";
import { createTestServer, uploadReply, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

/** What a hostile caller would like to set, wherever an object stands in a body. */
const wishes = {
  _id: "00000000-0000-7000-8000-00000000dead",
  id: "00000000-0000-7000-8000-00000000dead",
  owner: "evil",
  uid: "evil",
  firebase_id: "evil",
  claimed_by: "evil",
  artist: true,
  private: false,
  likes: 999,
  plays: 999,
  playCount: 999,
  followers: 999,
  position: -999,
  created_at: 1,
  createdAt: "2001-01-01T00:00:00.000Z",
  folded_title: "evil",
  folded_name: "evil",
  email_verified: true,
  sha256: "evil",
  bytes: 1,
  duration: 99_999,
  audio: "evil",
  status: 200,
};

/** As JSON text: every object also carries the wishes that it does not name itself, and the keys of prototypes. */
function poison(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(poison).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const own = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${poison(item)}`);
  const others = Object.entries(wishes)
    .filter(([key]) => !(key in value))
    .map(([key, wish]) => `${JSON.stringify(key)}:${JSON.stringify(wish)}`);
  const all = JSON.stringify(wishes);
  const keys = [`"__proto__":${all}`, `"constructor":{"prototype":${all}}`];
  return `{${[...own, ...others, ...keys].join(",")}}`;
}

type Write = (method: Method, path: string, user: TestUser, body: object) => Promise<string>;

/** Every writing call once, as people make them. Returns the calls that were made. */
async function script(server: TestServer, send: Write): Promise<void> {
  const stranger = await server.user({ profile: false });
  const listener = await server.user();
  const artist = await server.user({ artist: true });
  await send("POST", "/users", stranger, { firstName: "Ada", lastName: "Byron", artist: false });
  const user = { firstName: "Ada", lastName: "Byron", email: "x@example.org", uid: listener.uid };
  await send("POST", "/users/login", listener, { user });
  await send("PATCH", `/users/${listener.uid}`, listener, { firstName: "Grace" });
  await send("PUT", `/users/update-email/${listener.uid}`, listener, { newEmail: listener.email });
  await send("POST", "/uploads", artist, { kind: "video" });
  await send("PATCH", `/users/follow/${artist.uid}`, listener, {});
  await send("PATCH", `/users/cancel-follow/${artist.uid}`, listener, {});
  const songs: string[] = [];
  for (const [owner, isPrivate] of [
    [artist, false],
    [artist, true],
    [artist, false],
    [artist, false],
    [listener, true],
  ] as const) {
    const song = { title: "Slow Tide", artist: "Ada", genre: "Ska", private: isPrivate };
    const metadata = uploadReply(await server.asset(owner.uid));
    songs.push(await send("POST", "/songs", owner, { song, metadata, image: null }));
  }
  const [open = "", closed = "", gone = "", alsoGone = "", mine = ""] = songs;
  // What an edit may set is set.
  const still = { title: "Still", artist: "Ada", private: true };
  await send("PATCH", `/songs/${closed}`, artist, { songData: still });
  await send("PATCH", `/songs/${mine}`, listener, { songData: still });
  await send("PATCH", `/songs/like/${open}`, listener, {});
  await send("PATCH", `/songs/like/${mine}`, listener, {});
  await send("PATCH", `/songs/cancel-like/${mine}`, listener, {});
  await send("PATCH", `/songs/played/${open}`, listener, {});
  await send("PATCH", `/songs/order/${artist.uid}`, artist, { orderedList: [open, closed] });
  await send("PATCH", `/songs/order-favorite/${listener.uid}`, listener, { orderedList: [open] });
  await send("PUT", `/songs/${gone}`, artist, {});
  await send("DELETE", `/songs/${alsoGone}`, artist, {});
  const lists: string[] = [];
  for (const [place, isPrivate] of [false, true, true, true].entries()) {
    const playlist = { title: "Shore", description: "By the sea", private: isPrivate };
    // The id is the caller's to set; the one inside of the playlist is not.
    const id = `01890a5d-ac96-774b-bcce-b302099a800${place}`;
    lists.push(await send("POST", "/playlists", artist, { id, playlist }));
  }
  const [shared = "", own = "", lost = "", alsoLost = ""] = lists;
  await send("PATCH", `/playlists/${own}`, artist, { playlist: { title: "Dune", private: true } });
  await send("PATCH", `/playlists/add/${open}`, artist, { playlistId: shared });
  await send("PATCH", `/playlists/add/${closed}`, artist, { playlistId: own });
  await send("PATCH", `/playlists/add/${open}`, artist, { playlistId: own });
  await send("PATCH", `/playlists/order-songs/${own}`, artist, { orderedList: [open, closed] });
  await send("PATCH", `/playlists/songs/${own}`, artist, { songId: open });
  await send("PATCH", `/playlists/follow/${shared}`, listener, {});
  await send("PATCH", `/playlists/cancel-follow/${shared}`, listener, {});
  await send("PATCH", `/playlists/order/${artist.uid}`, artist, { orderedList: [own, shared] });
  await send("PUT", `/playlists/${lost}`, artist, {});
  await send("DELETE", `/playlists/${alsoLost}`, artist, {});
  await send("PUT", "/playlists/top/", artist, { songList: [open] });
  await send("DELETE", `/users/${listener.uid}`, listener, {});
}

interface Run {
  server: TestServer;
  statuses: string[];
  paths: string[];
  rows: string;
}

/** All rows of all tables, with ids that differ between two runs by the order in which they are met. */
async function readRows(server: TestServer): Promise<string> {
  const tables = await queryAs<{ name: string }>(
    server.db,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name not like 'migration%' and table_name <> 'idempotency' order by 1`,
  );
  const all: unknown[] = [];
  for (const { name } of tables) {
    const rows = (await server.db.query(`select * from ${name}`)).map((row) => JSON.stringify(row));
    all.push(name, rows.map(nameless).sort());
  }
  return JSON.stringify(all, null, 1);
}

/** Ids of songs, playlists, uploads and people are made anew in each run. */
const nameless = (row: string) =>
  row
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, "(id)")
    .replace(/"[\w-]{22}"/g, '"(upload)"')
    .replace(/"[0-9a-f]{64}"/g, '"(hash)"')
    .replace(/"id":"[\w-]{16}(:[^"]*)?"/g, '"id":"(change)"')
    .replace(/user-\d+/g, "(user)");

async function run(write: (body: object) => unknown): Promise<Run> {
  const server = await createTestServer();
  const statuses: string[] = [];
  const paths: string[] = [];
  let rows = "";
  await script(server, async (method, path, user, body) => {
    // With the last person much goes that is to be compared.
    if (method === "DELETE" && path.startsWith("/users/")) rows = await readRows(server);
    const reply = await server.call(method, `/api${path}`, user, { body: write(body) });
    statuses.push(`${method} ${nameless(path)} ${reply.status}`);
    paths.push(`${method} ${path}`);
    return reply.body?.data?._id ?? "";
  });
  return { server, statuses, paths, rows: rows + (await readRows(server)) };
}

let honest: Run;
let hostile: Run;
beforeAll(async () => {
  honest = await run((body) => body);
  hostile = await run(poison);
}, 60_000);
afterAll(async () => {
  await honest?.server.close();
  await hostile?.server.close();
});

test("every call does what it does without them", () => {
  expect(honest.statuses.filter((line) => !/ 20[014]$/.test(line))).toEqual([]);
  expect(hostile.statuses).toEqual(honest.statuses);
});

test("every field of every row is the same", () => {
  expect(hostile.rows).toBe(honest.rows);
  expect(hostile.rows).not.toContain("evil");
  expect(honest.rows).toContain("Slow Tide");
});

test("no object has got a member from a body", () => {
  expect(Object.keys(wishes).filter((key) => key in {})).toEqual([]);
});

test("every writing call of the contract is among them", () => {
  const patterns = honest.server.bound
    .filter(({ endpoint }) => endpoint.method !== "GET" && endpoint.base === "api")
    .map(
      ({ endpoint }) =>
        [
          `${endpoint.method} ${endpoint.path}`,
          new RegExp(`^${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}/?$`),
        ] as const,
    );
  const missing = patterns.filter(([, pattern]) => !honest.paths.some((path) => pattern.test(path)));
  expect(missing.map(([name]) => name)).toEqual([]);
});
