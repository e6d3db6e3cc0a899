/** The index that a device searches by itself (specification 13.8). */
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { searchIndex } from "../../contract/search.ts";
import { toText } from "../../server/http/json.ts";
import { readSearchIndex } from "../../server/search/search-index.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let server: TestServer;
let artist: TestUser;
let listener: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  artist = await server.user({ artist: true });
  listener = await server.user();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ["playlists", "likes", "songs"]) await server.db.query(`delete from ${table}`);
});

const ask = (user: TestUser, headers = {}) => server.call("GET", "/api/search/index", user, { headers });
const indexOf = async (user: TestUser) => v.parse(searchIndex.reply, (await ask(user)).body).data;

// 3.8.4
test("holds what a result shows of all that its reader may see, newest first", async () => {
  const image = await server.asset(artist.uid, "image");
  const title = 'Tide "☾"\n\\ é';
  const shown = await server.song(artist, { title });
  await server.call("PATCH", `/api/songs/${shown._id}`, artist, { body: { songData: {}, image: `/media/${image}` } });
  const hidden = await server.song(artist, { private: true, title: "Hidden" });
  const shore = await server.playlist(artist, { title: "Shore" });
  const secret = await server.playlist(artist, { private: true, title: "Secret" });

  const tide = { _id: shown._id, title, artist: "Ada", genre: "Ska", songImage: `/media/${image}`, duration: 183 };
  const open = {
    artists: [{ uid: artist.uid, userName: `Ada ${artist.uid}`, profileImage: null }],
    songs: [tide],
    playlists: [{ _id: shore._id, title: "Shore", playlistImage: null }],
    complete: true,
  };
  expect(await indexOf(listener)).toEqual(open);
  expect(await indexOf(artist)).toEqual({
    ...open,
    songs: [{ ...tide, _id: hidden._id, title: "Hidden", songImage: null }, tide],
    playlists: [{ _id: secret._id, title: "Secret", playlistImage: null }, ...open.playlists],
  });
});

test("answers 304 until something of it changes", async () => {
  const song = await server.song(artist);
  const etag = String((await ask(listener)).headers["etag"]);
  const again = async () => (await ask(listener, { "if-none-match": etag })).status;
  await server.call("PATCH", `/api/songs/like/${song._id}`, listener, { body: {} });
  expect(await again()).toBe(304);
  await server.call("PATCH", `/api/songs/${song._id}`, artist, { body: { songData: { title: "Ebb" } } });
  expect(await again()).toBe(200);
});

test("a library that is too large is cut between rows, and says so", async () => {
  for (let i = 0; i < 12; i++) {
    await server.song(artist, { title: `Wave ☾ ${i}` });
    await server.playlist(artist, { title: `Shore ${i}` });
  }
  const read = async (scale: number) => {
    const { artists, songs, playlists, complete } = await readSearchIndex(server.db, listener.uid, scale);
    // Each text parses: no row was cut in two.
    const counts = [artists, songs, playlists].map((json) => (JSON.parse(toText(json)) as unknown[]).length);
    return { counts, complete };
  };
  expect(await read(1)).toEqual({ counts: [1, 12, 12], complete: true });
  // Ten of each by their number, and for playlists 250 bytes: four of 61.
  expect(await read(0.001)).toEqual({ counts: [1, 10, 4], complete: false });
  // Room for 16 songs by their number, and by their bytes for fewer than 12.
  await server.db.query("update songs set title = $1", ["☾".repeat(80)]);
  const cut = await read(0.0016);
  expect(cut).toEqual({ counts: [1, expect.any(Number), expect.any(Number)], complete: false });
  expect(cut.counts[1]).toBeLessThan(12);
});

test("of 10,000 songs, and of texts as long as may be, it has at most 2 MB", { timeout: 20_000 }, async () => {
  const asset = (kind: "a" | "i") => `lpad(n::text, 22, '${kind}')`;
  const each = "from generate_series(1, 10000) n";
  for (const kind of ["a", "i"] as const)
    await server.db.query(
      `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, created_at)
       select ${asset(kind)}, $1, $2, 1, '', '', '', '', n ${each}`,
      [artist.uid, kind === "a" ? "audio" : "image"],
    );
  await server.db.query(
    `insert into songs (id, owner, title, artist, genre, private, image, audio, duration, bytes, mime_type, position,
       created_at, folded_title)
     select '01a1fe11-0000-7000-8000-' || lpad(n::text, 12, '0'), $1, 'Long road to Millbrook', 'Ada Lovelace', 'Hip-hop',
       false, ${asset("i")}, ${asset("a")}, 183.512, 1, '', n, n, '' ${each}`,
    [artist.uid],
  );
  const usual = await ask(listener);
  expect(usual.body.data).toMatchObject({ complete: true, songs: { length: 10_000 } });
  expect(Buffer.byteLength(usual.text)).toBeLessThan(2_000_000);
  await server.db.query("update songs set title = $1", ["☾".repeat(80)]);
  const long = await ask(listener);
  expect(long.body.data.complete).toBe(false);
  expect(long.body.data.songs.length).toBeGreaterThan(4_500);
  expect(Buffer.byteLength(long.text)).toBeLessThan(2_000_000);
});

// 13.8
test("however often a person asks, others wait for two of theirs at most", async () => {
  const reads = vi.spyOn(server.db, "query");
  await ask(listener);
  const once = reads.mock.calls.length;
  reads.mockClear();
  const answers = await Promise.all([...Array.from({ length: 40 }, () => ask(listener)), ask(artist)]);
  const all = reads.mock.calls.length;
  reads.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  // Each request reads its caller's profile.
  expect(all).toBeLessThan(41 + 5 * once);
});
