/** Songs that are edited, hidden, deleted and played (specification 4.14-4.17, 13.5). */
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as songs from "../../contract/songs.ts";
import { rebuildCounts } from "../../server/db/counters.ts";
import { issueIdToken } from "../../server/identity/tokens.ts";
import { forgetAnswers } from "../../server/http/idempotency.ts";
import { collectGarbage } from "../../server/media/garbage-collect.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

let server: TestServer;
let artist: TestUser;
let listener: TestUser;
let friend: TestUser;
beforeAll(async () => {
  server = await createTestServer({ env: { RATE_FACTOR: "10" } });
  artist = await server.user({ artist: true });
  listener = await server.user();
  friend = await server.user({ artist: true });
});
afterAll(() => server.close());

const rowOf = async (id: string) => (await server.db.query("select * from songs where id = $1", [id]))[0];
const readSong = async (id: string, user: TestUser) =>
  (await server.call("GET", `/api/songs?ids=${id}`, user)).body.data[0];
const edit = (id: string, user: TestUser, body: object | string) =>
  server.call("PATCH", `/api/songs/${id}`, user, { body });
const like = (id: string, user: TestUser) => server.call("PATCH", `/api/songs/like/${id}`, user, { body: {} });
const songsOf = async (playlist: string, user: TestUser) =>
  (await server.call("GET", `/api/playlists/${playlist}`, user)).body.data.songs;

describe("PATCH /songs/{id}", () => {
  test("changes what it names and nothing that is the server's", async () => {
    const { _id } = await server.song(artist);
    const before = await rowOf(_id);
    const evil = {
      _id: "x",
      owner: listener.uid,
      likes: 9,
      plays: 9,
      playCount: 9,
      duration: 1,
      audio: "x",
      position: 9,
      created_at: 0,
      folded_title: "x",
    };
    const songData = { title: "Night Bus", album: "Shore", ...evil };
    const reply = await edit(
      _id,
      artist,
      `{"__proto__":{"owner":"x"},"owner":"x","songData":${JSON.stringify(songData)}}`,
    );
    expect(v.parse(songs.editSong.reply, reply.body).data.title).toBe("Night Bus");
    expect(await rowOf(_id)).toEqual({
      ...before,
      title: "Night Bus",
      folded_title: "night bus",
      album: "Shore",
    });
    await edit(_id, artist, { songData: { genre: "Jazz" } });
    expect(await readSong(_id, artist)).toMatchObject({ album: "Shore", genre: "Jazz" });
    await edit(_id, artist, { songData: { album: "" } });
    expect((await readSong(_id, artist)).album).toBeNull();
    const wrong = await edit(_id, artist, { songData: { title: "x", genre: "Polka" } });
    expect(wrong.body.errors.map(({ path }: { path: string }) => path)).toEqual(["songData.title", "songData.genre"]);
  });

  test("keeps, replaces and removes the cover", async () => {
    const { _id } = await server.song(artist);
    const first = await server.asset(artist.uid, "image");
    const second = await server.asset(artist.uid, "image");
    const cover = async (image: string | null | undefined) =>
      (await edit(_id, artist, { songData: {}, image })).body.data.songImage;
    expect(await cover(`/media/${first}`)).toBe(`/media/${first}`);
    expect(await cover(undefined)).toBe(`/media/${first}`);
    expect(await cover(`https://here.example/media/${first}?w=96`)).toBe(`/media/${first}`);
    expect(await cover(`/media/${second}`)).toBe(`/media/${second}`);
    expect(await server.db.query("select 1 from assets where id = $1", [first])).toEqual([]);
    expect(await cover(null)).toBeNull();
    const foreign = await server.asset(friend.uid, "image");
    const refused = await edit(_id, artist, { songData: {}, image: `/media/${foreign}` });
    expect([refused.status, refused.body.code]).toEqual([409, "upload-not-found"]);
  });

  // 4.3
  test("keeps songs of listeners private whatever they ask for", async () => {
    const { _id } = await server.song(listener);
    const reply = await edit(_id, listener, { songData: { private: false } });
    expect([reply.status, reply.body.data.private]).toEqual([200, true]);
  });

  test("asks before a song leaves public playlists, and then takes it out in one go", async () => {
    const { _id } = await server.song(artist);
    const own = await server.playlist(artist, { songs: [_id] });
    const ownPrivate = await server.playlist(artist, { private: true, songs: [_id] });
    const others = await server.playlist(friend, { songs: [_id] });
    const othersPrivate = await server.playlist(friend, { private: true, songs: [_id] });
    await like(_id, artist);
    await like(_id, listener);
    const hide = (confirmed?: boolean) =>
      edit(_id, artist, { songData: { private: true, title: "Hidden" }, confirmed });
    const asked = await hide();
    expect([asked.status, asked.body.code, asked.body.playlists]).toEqual([409, "song-in-public-playlists", 2]);
    expect((await rowOf(_id))?.["title"]).toBe("Slow Tide");
    expect(await songsOf(others._id, friend)).toEqual([_id]);

    expect((await hide(true)).body.data).toMatchObject({ private: true, likes: 1, liked: true });
    expect(await songsOf(own._id, artist)).toEqual([]);
    expect(await songsOf(ownPrivate._id, artist)).toEqual([_id]);
    expect(await songsOf(others._id, friend)).toEqual([]);
    expect(await songsOf(othersPrivate._id, friend)).toEqual([]);
    expect(await server.db.query("select uid from likes where song_id = $1", [_id])).toEqual([{ uid: artist.uid }]);
    // Hidden already, nothing is left to ask about.
    expect((await hide()).status).toBe(200);
  });

  test("hides without a question what only likes and private playlists hold", async () => {
    const { _id } = await server.song(artist);
    await server.playlist(friend, { private: true, songs: [_id] });
    await like(_id, listener);
    expect((await edit(_id, artist, { songData: { private: true } })).status).toBe(200);
    expect((await like(_id, listener)).status).toBe(404);
  });
});

describe("deleting a song", () => {
  test.each(["PUT", "DELETE"] as const)("by %s takes it from everywhere", async (method) => {
    const image = await server.asset(artist.uid, "image");
    const { _id, url } = await server.song(artist);
    await edit(_id, artist, { songData: {}, image: `/media/${image}` });
    const playlist = await server.playlist(friend, { songs: [_id] });
    await like(_id, listener);
    await server.call("PATCH", `/api/songs/played/${_id}`, listener, { body: {} });
    const body = { userId: artist.uid };
    const remove = () => server.call(method, `/api/songs/${_id}`, artist, { body, key: `${_id}:1` });
    const replies = [await remove(), await remove()];
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
    expect(await songsOf(playlist._id, friend)).toEqual([]);
    for (const table of ["likes", "plays", "playlist_songs"])
      expect(await server.db.query(`select 1 from ${table} where song_id = $1`, [_id])).toEqual([]);
    const files = [url.slice("/media/".length), image];
    expect(await server.db.query("select id from assets where id = any($1)", [files])).toEqual([]);
    expect((await server.call("GET", "/statistics/new-songs", null)).text).not.toContain(_id);
    expect((await server.call(method, `/api/songs/${_id}`, artist, { body })).status).toBe(404);
  });

  test("that is in 1,000 playlists happens in one transaction", async () => {
    const { _id, url } = await server.song(artist);
    const asset = url.slice("/media/".length);
    await server.db.query(
      `insert into playlists (id, owner, title, description, private, position, folded_title, created_at)
       select 'many-' || n, $1, 'Many', 'Many', false, n, 'many', 0 from generate_series(1, 1000) n`,
      [friend.uid],
    );
    await server.db.query("insert into playlist_songs select 'many-' || n, $1, 1 from generate_series(1, 1000) n", [
      _id,
    ]);
    const left = async () => (await server.db.query("select 1 from playlist_songs where song_id = $1", [_id])).length;
    const isThere = async () => (await server.db.query("select claimed_by from assets where id = $1", [asset]))[0];

    // The last statement fails: nothing of it has happened, and the file is still the song's.
    await server.db.query("create table guard (song text references songs (id))");
    await server.db.query("insert into guard values ($1)", [_id]);
    expect((await server.call("DELETE", `/api/songs/${_id}`, artist)).status).toBe(500);
    expect([await left(), await isThere()]).toEqual([1000, { claimed_by: _id }]);
    await server.db.query("drop table guard");

    // The file cannot be removed: the answer stands, and a later sweep finds it.
    const { remove } = server.deps.storage;
    server.deps.storage.remove = () => Promise.reject(new Error("no"));
    expect((await server.call("DELETE", `/api/songs/${_id}`, artist)).status).toBe(204);
    server.deps.storage.remove = remove;
    expect([await left(), await isThere()]).toEqual([0, { claimed_by: null }]);
    expect(await collectGarbage(server.deps)).toBeGreaterThan(0);
    expect(await isThere()).toBeUndefined();
  });
});

describe("plays", () => {
  // 183.5 s: half of it is 91.75 s.
  const play = (id: string, user: TestUser, playedAt?: number, key?: string) =>
    server.call("PATCH", `/api/songs/played/${id}`, user, {
      body: playedAt === undefined ? {} : { playedAt: new Date(playedAt).toISOString() },
      ...(key === undefined ? {} : { key }),
    });
  const count = async (id: string) => (await readSong(id, artist)).playCount;

  test("count once per half the length, by when they were heard", async () => {
    const { _id } = await server.song(artist);
    const now = server.clock.now;
    for (const [ago, expected] of [
      [0, 1],
      [91_749, 1],
      [91_750, 2],
      [45_000, 2],
      // Late arrivals, in any order.
      [3_600_000, 3],
      [3_550_000, 3],
      [3_508_250, 4],
    ] as const) {
      expect((await play(_id, listener, now - ago)).status).toBe(204);
      expect([ago, await count(_id)]).toEqual([ago, expected]);
    }
    await play(_id, friend);
    expect(await count(_id)).toBe(5);
  });

  test("are held within the last 30 days", async () => {
    const { _id } = await server.song(artist);
    const day = 86_400_000;
    const now = server.clock.now;
    for (const at of [0, now - 31 * day, now + 5 * day, now]) await play(_id, listener, at);
    const rows = await queryAs<{ played_at: number }>(
      server.db,
      "select played_at from plays where song_id = $1 order by played_at",
      [_id],
    );
    expect(rows.map((row) => row.played_at)).toEqual([now - 30 * day, now]);
  });

  test.each(["2026-11-21T12:00:00+05", "2026-11-21T12:00:00+05:00", "2026-11-21T24:00:00Z", "soon"])(
    "at %s, which is no time in UTC, are refused",
    async (playedAt) => {
      const { _id } = await server.song(artist);
      const { status, body } = await server.call("PATCH", `/api/songs/played/${_id}`, listener, {
        body: { playedAt },
      });
      expect([status, body.errors]).toEqual([
        422,
        [{ path: "playedAt", message: "A time is written as 2026-11-21T12:00:00.000Z" }],
      ]);
      expect(await count(_id)).toBe(0);
    },
  );

  test("are at most 50 of a song, a user and a day of arrival", async () => {
    const { _id } = await server.song(artist);
    const now = server.clock.now;
    for (let i = 0; i < 55; i++) await play(_id, listener, now - i * 100_000);
    expect(await count(_id)).toBe(50);
    await play(_id, friend);
    expect(await count(_id)).toBe(51);
    // The day after, with a sign-in of that day.
    server.clock.now += 86_400_000;
    const { uid, email } = listener;
    const authTime = Math.floor(server.clock.now / 1000);
    const subject = { uid, email, emailVerified: false, authTime, provider: "password" } as const;
    await play(_id, { ...listener, token: await issueIdToken(server.identity, subject) });
    server.clock.now = now;
    expect(await count(_id)).toBe(52);
  });

  test("of a private song do nothing, and of one that is not to be seen are 404", async () => {
    const { _id } = await server.song(artist, { private: true });
    expect((await play(_id, artist)).status).toBe(204);
    expect(await count(_id)).toBe(0);
    expect((await play(_id, listener)).status).toBe(404);
  });

  test("keep their key for good", async () => {
    const { _id } = await server.song(artist);
    await play(_id, listener, server.clock.now, "play-key:1");
    await like(_id, listener);
    await forgetAnswers(server.db, server.clock.now + 400 * 86_400_000);
    expect(await server.db.query("select key from idempotency where key = 'play-key:1'")).toHaveLength(1);
  });

  test("by 1,000 users at once are 1,000 more, and the count can be made again", async () => {
    const { _id } = await server.song(artist);
    const people: TestUser[] = [];
    for (let i = 0; i < 10; i++) people.push(...(await Promise.all(Array.from({ length: 100 }, () => server.user()))));
    const replies = await Promise.all(people.map((user) => play(_id, user)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await count(_id)).toBe(1000);
    const popular = await server.call("GET", "/statistics/popular-songs?limit=1", null);
    expect(popular.body.data).toEqual([{ original_id: _id, genre: "Ska", playCount: 1000, rank: 1 }]);
    await server.db.query("update songs set plays = 7, likes = 7");
    await server.db.transaction((tx) => rebuildCounts(tx));
    expect(await readSong(_id, artist)).toMatchObject({ playCount: 1000, likes: 0 });
  }, 60_000);
});

// 4.2
test("lists hold what their reader may see, and liked-most ranks by likes", async () => {
  const shown = await server.song(friend);
  const hidden = await server.song(friend, { private: true });
  const mine = await server.song(listener);
  const ids = async (url: string) =>
    v.parse(songs.allSongs.reply, (await server.call("GET", url, listener)).body).data.map(({ _id }) => _id);
  for (const url of [
    "/api/songs/all/?limit=500",
    `/api/songs/all?userId=${listener.uid}&limit=500`,
    `/api/songs/accessible-songs/${listener.uid}?limit=500`,
  ]) {
    const seen = await ids(url);
    expect(seen).toEqual(expect.arrayContaining([shown._id, mine._id]));
    expect(seen).not.toContain(hidden._id);
  }
  const foreign = await server.call("GET", `/api/songs/all/?userId=${artist.uid}`, listener);
  expect(foreign.body.code).toBe("not-yourself");
  for (const user of [listener, artist, friend]) await like(shown._id, user);
  const ranked = await server.call("GET", "/api/songs/liked-most?limit=2", listener);
  expect(ranked.body.data[0]).toEqual({
    original_id: shown._id,
    genre: "Ska",
    likes: 3,
    rank: 1,
  });
});
