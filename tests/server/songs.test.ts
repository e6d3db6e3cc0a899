import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as songs from "../../contract/songs.ts";
import { newSongs } from "../../contract/statistics.ts";
import { favouriteSongIds, favouriteSongs } from "../../contract/users.ts";
import { readSignature } from "../../server/media/signed-urls.ts";
import { createTestServer, uploadReply, type TestServer, type TestUser } from "../support/server.ts";

let server: TestServer;
let artist: TestUser;
let listener: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  artist = await server.user({ artist: true });
  listener = await server.user();
});
afterAll(() => server.close());

const form = { title: "Slow Tide", artist: "Ada", album: "Shore", genre: "Ska", private: false };

interface NewSong {
  song?: object;
  metadata?: object;
  image?: string | null;
  loudness?: object;
}

async function post(user: TestUser, change: NewSong = {}) {
  const metadata = change.metadata ?? uploadReply(await server.asset(user.uid));
  const body = { song: { ...form, ...change.song }, metadata, image: change.image, loudness: change.loudness };
  return server.call("POST", "/api/songs", user, { body });
}

describe("POST /songs", () => {
  // 4.1
  test("makes the song of the contract, with what the upload says", async () => {
    const audio = await server.asset(artist.uid);
    const image = await server.asset(artist.uid, "image");
    const reply = await post(artist, {
      metadata: uploadReply(audio),
      image: `https://anywhere.example/media/${image}`,
    });
    expect(reply.status).toBe(201);
    const { data: song } = v.parse(songs.createSong.reply, reply.body);
    expect(song).toMatchObject({
      title: "Slow Tide",
      album: "Shore",
      songImage: `/media/${image}`,
      songColor: "#604a3b",
      url: `/media/${audio}`,
      duration: 183.5,
      bytes: 4200,
      mimeType: "audio/mpeg",
      owner: artist.uid,
      private: false,
      likes: 0,
      liked: false,
      createdAt: new Date(server.clock.now).toISOString(),
    });
    const claimed = await server.db.query("select claimed_by from assets where id in ($1, $2)", [audio, image]);
    expect(claimed).toEqual([{ claimed_by: song._id }, { claimed_by: song._id }]);
  });

  // 4.3
  test("keeps the songs of listeners private whatever they ask for, and signs their address", async () => {
    const { status, body } = await post(listener, { song: { private: false } });
    expect(status).toBe(201);
    expect(body.data.private).toBe(true);
    const url = new URL(body.data.url, "http://host");
    const asset = url.pathname.slice("/media/".length);
    const query = Object.fromEntries(url.searchParams);
    expect(readSignature(server.deps.mediaKey, asset, query, server.clock.now)).toBe(listener.uid);
  });

  test("takes no field that is the server's", async () => {
    const evil = {
      _id: "x",
      owner: listener.uid,
      likes: 99,
      playCount: 99,
      duration: 1,
      bytes: 1,
      sha256: "0",
      position: -999,
      createdAt: "1970-01-01T00:00:00.000Z",
      created_at: 0,
      audio: "other",
    };
    const audio = await server.asset(artist.uid);
    const metadata = { ...evil, ...uploadReply(audio), duration: 1 };
    const body = `{"__proto__":{"owner":"x"},"owner":"${listener.uid}","song":${JSON.stringify({ ...form, ...evil })},
      "metadata":${JSON.stringify(metadata)},"image":null}`;
    const reply = await server.call("POST", "/api/songs", artist, { body });
    expect(reply.status).toBe(201);
    const [row] = await server.db.query("select * from songs where id = $1", [reply.body.data._id]);
    expect(row).toEqual({
      id: reply.body.data._id,
      owner: artist.uid,
      title: "Slow Tide",
      artist: "Ada",
      album: "Shore",
      genre: "Ska",
      private: false,
      image: null,
      audio,
      duration: 183.5,
      bytes: 4200,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      mime_type: "audio/mpeg",
      gain: null,
      peak: null,
      position: expect.any(Number),
      likes: 0,
      plays: 0,
      folded_title: "slow tide",
      created_at: server.clock.now,
    });
  });

  test.each([
    ["somebody else's", async () => server.asset(listener.uid)],
    ["a picture", async () => server.asset(artist.uid, "image")],
    ["no", async () => "A".repeat(22)],
    [
      "a claimed",
      async () => {
        const { body } = await post(artist);
        return String(body.data.url).slice("/media/".length);
      },
    ],
  ])("refuses %s upload and makes nothing", async (_, makeAsset) => {
    const id = await makeAsset();
    const before = await server.db.query("select count(*) as n from songs");
    const reply = await post(artist, { metadata: uploadReply(id) });
    expect([reply.status, reply.body.code]).toEqual([409, "upload-not-found"]);
    expect(await server.db.query("select count(*) as n from songs")).toEqual(before);
  });

  test("keeps the loudness that a browser measured, unless the file's tags say it", async () => {
    const measured = { gain: -7.25, peak: 0.98 };
    const untagged = await post(artist, { loudness: measured });
    expect(untagged.body.data).toMatchObject(measured);
    const tagged = await server.asset(artist.uid);
    await server.db.query("update assets set gain = 2.5, peak = null where id = $1", [tagged]);
    const { body } = await post(artist, { metadata: uploadReply(tagged), loudness: measured });
    expect(body.data).toMatchObject({ gain: 2.5, peak: null });
    expect((await post(artist)).body.data).toMatchObject({ gain: null, peak: null });
  });

  test.each([
    { gain: 12.1, peak: 1 },
    { gain: -24.1, peak: 1 },
    { gain: 0, peak: 2.1 },
    { gain: 0, peak: -0.1 },
    { gain: "1", peak: 1 },
    { gain: null, peak: 1 },
    { gain: 1 },
  ])("refuses a loudness that no music has: %o", async (loudness) => {
    const audio = await server.asset(artist.uid);
    const { status, body } = await post(artist, { metadata: uploadReply(audio), loudness });
    expect([status, body.code]).toEqual([422, "invalid-request"]);
  });

  test("leaves the audio free when the picture is not the caller's", async () => {
    const audio = await server.asset(artist.uid);
    const image = await server.asset(listener.uid, "image");
    const reply = await post(artist, { metadata: uploadReply(audio), image: `/media/${image}` });
    expect(reply.status).toBe(409);
    expect(await server.db.query("select claimed_by from assets where id = $1", [audio])).toEqual([
      { claimed_by: null },
    ]);
  });

  test("names the fields that fail, with the form's sentences", async () => {
    const reply = await post(artist, { song: { title: "x", genre: "Polka" } });
    expect([reply.status, reply.body.code]).toEqual([422, "invalid-request"]);
    expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(reply.body.errors.map((error: { path: string }) => error.path)).toEqual(["song.title", "song.genre"]);
  });
});

describe("lists", () => {
  test("show the private songs of others nowhere", async () => {
    const hidden = await server.song(artist, { private: true });
    const shown = await server.song(artist);
    await server.db.query("insert into likes (uid, song_id, position, created_at) values ($1, $2, 5, 0)", [
      listener.uid,
      hidden._id,
    ]);
    const lists = [
      `/api/songs?ids=${hidden._id},${shown._id}`,
      "/api/songs/public-songs?limit=500",
      `/api/songs/mysongs/${artist.uid}?limit=500`,
      `/api/songs/mysongs/${artist.uid}?fields=ids`,
      `/api/users/myFavoriteSongs/${listener.uid}`,
      `/api/users/myFavoriteSongs/${listener.uid}?fields=ids`,
      "/statistics/new-songs?limit=500",
    ];
    for (const url of lists) {
      const reply = await server.call("GET", url, listener);
      expect([url, reply.status]).toEqual([url, 200]);
      expect(reply.text).not.toContain(hidden._id);
    }
    const own = await server.call("GET", `/api/songs/mysongs/${artist.uid}?fields=ids`, artist);
    expect(own.body.data).toContain(hidden._id);
  });

  test("answer their schemas", async () => {
    const song = await server.song(artist);
    await server.call("PATCH", `/api/songs/like/${song._id}`, listener, { body: {} });
    const get = async (url: string) => (await server.call("GET", url, listener)).body;
    expect(v.parse(songs.songsByIds.reply, await get(`/api/songs?ids=${song._id}`)).data).toHaveLength(1);
    expect(v.parse(songs.publicSongs.reply, await get("/api/songs/public-songs/")).data[0]?._id).toBe(song._id);
    expect(v.parse(songs.songsOfUser.reply, await get(`/api/songs/mysongs/${artist.uid}`)).data[0]?.liked).toBe(true);
    expect(
      v.parse(songs.songIdsOfUser.reply, await get(`/api/songs/mysongs/${artist.uid}?fields=ids`)).next,
    ).toBeNull();
    const favourites = `/api/users/myFavoriteSongs/${listener.uid}`;
    expect(v.parse(favouriteSongs.reply, await get(favourites)).data[0]?._id).toBe(song._id);
    expect(v.parse(favouriteSongIds.reply, await get(`${favourites}?fields=ids`)).data[0]).toBe(song._id);
    const ranked = v.parse(newSongs.reply, await get("/statistics/new-songs?limit=1"));
    expect(ranked.data).toEqual([{ original_id: song._id, genre: "Ska", rank: 1 }]);
  });

  test("page through everything once, in the order of the ids", async () => {
    const owner = await server.user({ artist: true });
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.unshift((await server.song(owner))._id);
    for (const id of made) await server.call("PATCH", `/api/songs/like/${id}`, owner, { body: {} });
    for (const [url, expected] of [
      [`/api/songs/mysongs/${owner.uid}`, made],
      [`/api/users/myFavoriteSongs/${owner.uid}`, made.toReversed()],
    ] as const) {
      expect((await server.call("GET", `${url}?fields=ids`, owner)).body.data).toEqual(expected);
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body } = await server.call("GET", `${url}?limit=3${cursor && `&cursor=${cursor}`}`, owner);
        seen.push(...body.data.map((song: { _id: string }) => song._id));
        cursor = body.next;
      }
      expect(seen).toEqual(expected);
    }
  });

  test("refuse a wrong cursor, limit, or field", async () => {
    for (const query of ["cursor=zzz", "limit=0", "limit=501", "limit=x", "fields=all"]) {
      const reply = await server.call("GET", `/api/songs/mysongs/${artist.uid}?${query}`, listener);
      expect([query, reply.status, reply.body.code]).toEqual([query, 422, "invalid-request"]);
    }
  });

  test("hold their ETag within the hour, private songs too, and answer 304", async () => {
    const owner = await server.user();
    await server.song(owner);
    const url = `/api/songs/mysongs/${owner.uid}`;
    const first = await server.call("GET", url, owner);
    const etag = String(first.headers["etag"]);
    expect(etag).toMatch(/^W\/"/);
    expect(first.headers["cache-control"]).toBe("private, no-store");
    const hour = server.clock.now;
    server.clock.now += 30 * 60_000;
    const second = await server.call("GET", url, owner, {
      headers: { "if-none-match": `"x", ${etag}` },
    });
    server.clock.now = hour;
    expect([second.status, second.text]).toEqual([304, ""]);
    await server.song(owner);
    expect((await server.call("GET", url, owner, { headers: { "if-none-match": etag } })).status).toBe(200);
  });
});
