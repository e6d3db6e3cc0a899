/** Playlists: what they hold, who sees and follows them, how they are ranked (specification 5, 13.4). */
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import * as playlists from "../../contract/playlists.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let server: TestServer;
let artist: TestUser;
let listener: TestUser;
beforeAll(async () => {
  server = await createTestServer({ env: { RATE_FACTOR: "10" } });
  artist = await server.user({ artist: true });
  listener = await server.user();
});
afterAll(() => server.close());

const form = { title: "Shore", description: "By the sea", private: true };
const rowOf = async (id: string) => (await server.db.query("select * from playlists where id = $1", [id]))[0];
const get = async (path: string, user: TestUser) => (await server.call("GET", `/api/playlists/${path}`, user)).body;
const idsOf = async (path: string, user: TestUser): Promise<string[]> =>
  (await get(path, user)).data.map((one: { _id: string }) => one._id);
const edit = (id: string, user: TestUser, body: object | string) =>
  server.call("PATCH", `/api/playlists/${id}`, user, { body });
const add = (playlistId: string, song: string, user: TestUser) =>
  server.call("PATCH", `/api/playlists/add/${song}`, user, { body: { playlistId } });
const follow = (id: string, user: TestUser, verb = "follow") =>
  server.call("PATCH", `/api/playlists/${verb}/${id}`, user, { body: {} });

describe("POST /playlists", () => {
  const post = (user: TestUser, playlist: object) =>
    server.call("POST", "/api/playlists", user, { body: { playlist } });

  // 5.1, 5.2
  test("makes the playlist of the contract, before the older ones", async () => {
    const user = await server.user();
    const image = await server.asset(user.uid, "image");
    const first = await post(user, form);
    const reply = await post(user, { ...form, genre: "Jazz", playlistImage: `/media/${image}` });
    expect(reply.status).toBe(201);
    const { data } = v.parse(playlists.createPlaylist.reply, reply.body);
    expect(data).toEqual({
      _id: data._id,
      ...form,
      genre: "Jazz",
      playlistImage: `/media/${image}`,
      playlistColor: "#604a3b",
      songs: [],
      songCount: 0,
      owner: user.uid,
      ownerName: `Ada ${user.uid}`,
      followers: 0,
      followed: false,
      createdAt: new Date(server.clock.now).toISOString(),
    });
    expect(await get(`my-lists/${user.uid}?fields=ids`, user)).toEqual({
      data: [data._id, first.body.data._id],
      next: null,
    });
  });

  describe("with an id made on a device (specification 5.15)", () => {
    const make = (user: TestUser, id: string, playlist: object = form) =>
      server.call("POST", "/api/playlists", user, { body: { id, playlist } });
    const taken = [409, "id-taken"];
    const told = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
      const { status, body } = await reply;
      return [status, body.code];
    };

    test("takes it once, under any key; a repetition changes nothing", async () => {
      const user = await server.user();
      const id = server.deps.newId();
      const image = await server.asset(user.uid, "image");
      const full = { ...form, playlistImage: `/media/${image}` };
      const replies = [await make(user, id, full)];
      await edit(id, user, { playlist: { title: "Harbour" } });
      replies.push(await make(user, id, full));
      expect(replies.map(({ status, body }) => [status, body.data._id, body.data.title])).toEqual([
        [201, id, "Shore"],
        [201, id, "Harbour"],
      ]);
      expect(await idsOf(`my-lists/${user.uid}`, user)).toEqual([id]);
    });

    test("of two at once, one creates it and both are told so", async () => {
      const user = await server.user();
      const id = server.deps.newId();
      const replies = await Promise.all([make(user, id), make(user, id)]);
      expect(replies.map(({ status, body }) => [status, body.data._id])).toEqual([
        [201, id],
        [201, id],
      ]);
    });

    test("refuses another owner's, a song's, and one that was deleted", async () => {
      const own = server.deps.newId();
      await make(artist, own);
      expect(await told(make(listener, own))).toEqual(taken);
      expect(await rowOf(own)).toMatchObject({ owner: artist.uid });
      expect(await told(make(artist, (await server.song(artist))._id))).toEqual(taken);
      await server.call("DELETE", `/api/playlists/${own}`, artist, { body: {} });
      // Neither a late request nor somebody else brings back what old links show.
      expect(await told(make(artist, own))).toEqual(taken);
      expect(await told(make(listener, own))).toEqual(taken);
      expect(await rowOf(own)).toBeUndefined();
    });

    test("refuses what is no UUIDv7", async () => {
      const { status, body } = await make(artist, "01890a5d-ac96-474b-bcce-b302099a8057");
      expect([status, body.errors?.[0]?.path]).toEqual([422, "id"]);
    });
  });

  // 8.1
  test("names what fails with the form's sentences", async () => {
    const reply = await post(listener, { title: "x", description: "", genre: "Polka" });
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [
        { path: "playlist.title", message: "Too short" },
        { path: "playlist.description", message: "The description is required" },
        { path: "playlist.genre", message: "Choose one of the genres, or none" },
        { path: "playlist.private", message: "This field is required" },
      ],
    ]);
  });
});

const evil = {
  _id: "x",
  id: "x",
  owner: "x",
  followers: 9,
  position: 9,
  created_at: 0,
  songs: ["x"],
  folded_title: "x",
};

test("neither making nor editing takes a field that is the server's", async () => {
  const body = `{"__proto__":{"owner":"x"},"owner":"x","playlist":${JSON.stringify({ ...form, ...evil })}}`;
  const { _id } = (await server.call("POST", "/api/playlists", artist, { body })).body.data;
  const made = {
    id: _id,
    owner: artist.uid,
    title: "Shore",
    description: "By the sea",
    genre: null,
    private: true,
    image: null,
    position: expect.any(Number),
    followers: 0,
    folded_title: "shore",
    created_at: server.clock.now,
  };
  expect(await rowOf(_id)).toEqual(made);
  const playlist = { ...evil, title: "Harbour" };
  const changed = await edit(_id, artist, { ...evil, playlist });
  expect(v.parse(playlists.editPlaylist.reply, changed.body).data.songs).toEqual([]);
  expect(await rowOf(_id)).toEqual({ ...made, title: "Harbour", folded_title: "harbour" });
});

describe("PATCH /playlists/{id}", () => {
  test("keeps, replaces and removes picture and genre", async () => {
    const { _id } = await server.playlist(artist);
    const image = await server.asset(artist.uid, "image");
    const change = async (playlist: object, url?: string | null) => {
      const { data } = (await edit(_id, artist, { playlist, image: url })).body;
      return [data.genre, data.playlistImage, data.playlistColor];
    };
    expect(await change({ genre: "Jazz" }, `/media/${image}`)).toEqual(["Jazz", `/media/${image}`, "#604a3b"]);
    expect(await change({})).toEqual(["Jazz", `/media/${image}`, "#604a3b"]);
    expect(await change({ genre: null }, null)).toEqual([null, null, null]);
    expect(await server.db.query("select 1 from assets where id = $1", [image])).toEqual([]);
  });

  test("does not publish private songs, and says which", async () => {
    const shown = await server.song(artist);
    const hidden = await server.song(artist, { private: true, title: "Hidden" });
    const { _id } = await server.playlist(artist, {
      private: true,
      songs: [shown._id, hidden._id],
    });
    const publish = () => edit(_id, artist, { playlist: { private: false } });
    const refused = await publish();
    expect([refused.status, refused.body.code, refused.body.songs]).toEqual([
      409,
      "private-songs-in-playlist",
      [{ _id: hidden._id, title: "Hidden" }],
    ]);
    expect((await rowOf(_id))?.["private"]).toBe(true);
    await server.call("PATCH", `/api/playlists/songs/${_id}`, artist, {
      body: { songId: hidden._id },
    });
    expect((await publish()).body.data.private).toBe(false);
  });
});

describe("songs of a playlist", () => {
  // 5.2
  test("come last, once, and go", async () => {
    const [a, b] = [await server.song(artist), await server.song(artist)];
    const { _id } = await server.playlist(listener, { songs: [a._id] });
    expect((await add(_id, b._id, listener)).body.data).toMatchObject({
      songs: [a._id, b._id],
      songCount: 2,
    });
    const again = await add(_id, a._id, listener);
    expect([again.status, again.body.code]).toEqual([409, "already-in-playlist"]);
    const remove = () => server.call("PATCH", `/api/playlists/songs/${_id}`, listener, { body: { songId: a._id } });
    expect((await remove()).body.data.songs).toEqual([b._id]);
    expect((await remove()).status).toBe(200);
  });

  test("are private only in private playlists of their owner", async () => {
    const hidden = await server.song(artist, { private: true });
    const shown = await server.playlist(artist);
    const own = await server.playlist(artist, { private: true });
    const refused = await add(shown._id, hidden._id, artist);
    expect([refused.status, refused.body.code]).toEqual([409, "private-song-in-public-playlist"]);
    expect((await add(own._id, hidden._id, artist)).status).toBe(200);
    const others = await server.playlist(listener, { private: true });
    expect((await add(others._id, hidden._id, listener)).status).toBe(404);
  });

  test("are told in pages, with the owner, and as ids", async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.push((await server.song(artist))._id);
    const { _id } = await server.playlist(artist, { songs: made });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const path: string = `playlist/${_id}?limit=2${cursor && `&cursor=${cursor}`}`;
      const page = v.parse(playlists.getPlaylistDetail.reply, await get(path, listener));
      expect([page.data.owner.uid, page.data.songCount]).toEqual([artist.uid, 5]);
      seen.push(...page.data.songs.map((song) => song._id));
      cursor = page.next;
    }
    expect(seen).toEqual(made);
    expect((await get(`playlist/${_id}?fields=ids`, listener)).data).toEqual(made);
    expect(JSON.stringify(await get(`playlist/${_id}`, listener))).not.toContain("@");
  });

  // 3.15.5
  test("give it their covers: four of the first ones, and of hidden ones only to their owner", async () => {
    const cover = () => server.asset(artist.uid, "image");
    const images = [await cover(), await cover(), await cover(), await cover(), await cover()];
    const urls = images.map((image) => `/media/${image}`);
    const songs = [];
    for (const image of [null, ...urls]) songs.push((await server.song(artist, { image }))._id);
    const { _id } = await server.playlist(artist, { songs });
    const coversFor = async (user: TestUser) => (await get(`${_id}`, user)).data.songImages;
    expect(await coversFor(listener)).toEqual(urls.slice(0, 4));
    const own = await server.playlist(artist, { songs, private: true });
    const second = songs[2] ?? "";
    const hide = { body: { songData: { private: true }, confirmed: true } };
    expect((await server.call("PATCH", `/api/songs/${second}`, artist, hide)).status).toBe(200);
    expect(await coversFor(listener)).toEqual([urls[0], urls[2], urls[3], urls[4]]);
    expect((await get(own._id, artist)).data.songImages).toEqual(urls.slice(0, 4));
    const image = await cover();
    const changed = await edit(_id, artist, { playlist: {}, image: `/media/${image}` });
    expect([changed.status, changed.body.data.playlistImage]).toEqual([200, `/media/${image}`]);
    expect(await coversFor(listener)).toBeUndefined();
  });

  test("by 20 devices at once stand in it once each", async () => {
    const { _id } = await server.playlist(listener);
    const made = await Promise.all(Array.from({ length: 10 }, () => server.song(artist)));
    await Promise.all([...made, ...made].map((song) => add(_id, song._id, listener)));
    const { songs } = (await get(_id, listener)).data;
    expect(songs.toSorted()).toEqual(made.map((song) => song._id).toSorted());
  });
});

describe("follows", () => {
  // 5.12, 5.14
  test("are set, not toggled, listed newest first, and never of an own playlist", async () => {
    const user = await server.user();
    const a = await server.playlist(artist);
    const b = await server.playlist(artist);
    expect((await follow(a._id, user)).body.data).toEqual({
      _id: a._id,
      followed: true,
      followers: 1,
    });
    await follow(b._id, user);
    expect((await follow(a._id, user)).body.data.followers).toBe(1);
    expect(await idsOf(`my-favorite-lists/${user.uid}`, user)).toEqual([b._id, a._id]);
    const ids = await get(`my-favorite-lists/${user.uid}?fields=ids`, user);
    expect(ids.data).toEqual([b._id, a._id]);
    expect((await follow(a._id, user, "cancel-follow")).body.data).toEqual({
      _id: a._id,
      followed: false,
      followers: 0,
    });
    expect((await follow(a._id, user, "cancel-follow")).body.data.followers).toBe(0);
    for (const verb of ["follow", "cancel-follow"]) {
      const own = await follow(a._id, artist, verb);
      expect([own.status, own.body.code]).toEqual([409, "own-playlist"]);
    }
  });

  test("by 100 people at once are 100", async () => {
    const { _id } = await server.playlist(artist);
    const people = await Promise.all(Array.from({ length: 100 }, () => server.user()));
    await Promise.all(people.map((user) => follow(_id, user)));
    expect((await get(_id, listener)).data).toMatchObject({ followers: 100, followed: false });
  });

  // 5.10
  test.each([
    ["becomes private", (id: string) => edit(id, artist, { playlist: { private: true } })],
    ["is deleted by PUT", (id: string) => server.call("PUT", `/api/playlists/${id}`, artist)],
    ["is deleted by DELETE", (id: string) => server.call("DELETE", `/api/playlists/${id}`, artist)],
  ])("go when the playlist %s", async (_, act) => {
    const { _id } = await server.playlist(artist, { songs: [(await server.song(artist))._id] });
    await follow(_id, listener);
    expect((await act(_id)).status).toBeLessThan(300);
    const left = "select 1 from playlist_follows where playlist_id = $1";
    expect(await server.db.query(left, [_id])).toEqual([]);
    expect(await idsOf(`my-favorite-lists/${listener.uid}`, listener)).not.toContain(_id);
    const own = await server.call("GET", `/api/playlists/${_id}`, artist);
    if (own.status === 200) {
      await edit(_id, artist, { playlist: { private: false } });
      expect((await get(_id, listener)).data).toMatchObject({ followers: 0, followed: false });
    }
  });
});

test("deleting a playlist frees its picture and nothing of its songs", async () => {
  const song = await server.song(artist);
  const { _id } = await server.playlist(artist, { songs: [song._id] });
  const image = await server.asset(artist.uid, "image");
  await edit(_id, artist, { playlist: {}, image: `/media/${image}` });
  expect((await server.call("DELETE", `/api/playlists/${_id}`, artist)).status).toBe(204);
  expect(await rowOf(_id)).toBeUndefined();
  expect(await server.db.query("select 1 from assets where id = $1", [image])).toEqual([]);
  expect((await server.call("GET", `/api/songs?ids=${song._id}`, listener)).body.data).toHaveLength(1);
});

describe("lists", () => {
  test("hold what their reader may see, in pages, newest first", async () => {
    const owner = await server.user();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await server.playlist(owner, { private: i === 2 }))._id);
    const shown = made.filter((_, i) => i !== 2);
    const mine = new Set(made);
    for (const [path, user, expected] of [
      [`public/${owner.uid}`, owner, shown],
      ["all/", owner, made],
      ["all", listener, shown],
      [`my-lists/${owner.uid}`, owner, made],
      [`my-lists/${owner.uid}`, listener, shown],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page = await get(`${path}?limit=2${cursor && `&cursor=${cursor}`}`, user);
        v.parse(playlists.allPlaylists.reply, page);
        seen.push(...page.data.map((one: { _id: string }) => one._id));
        cursor = page.next;
      }
      expect([path, seen.filter((id) => mine.has(id))]).toEqual([path, expected]);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  test("name the playlists of a user that hold a song, as far as the reader sees both", async () => {
    const [shown, hidden] = [await server.song(artist), await server.song(artist, { private: true })];
    const open = await server.playlist(artist, { songs: [shown._id] });
    const own = await server.playlist(artist, { private: true, songs: [shown._id, hidden._id] });
    await server.playlist(artist);
    const holding = async (song: string, user: TestUser) =>
      (await get(`my-lists/${artist.uid}?fields=ids&holding=${song}`, user)).data;
    expect(await holding(shown._id, artist)).toEqual([own._id, open._id]);
    expect(await holding(shown._id, listener)).toEqual([open._id]);
    expect(await holding(hidden._id, artist)).toEqual([own._id]);
    expect(await holding(hidden._id, listener)).toEqual([]);
  });

  test("rank public ones by followers, and by how many of some songs they hold", async () => {
    const [a, b, c] = [await server.song(artist), await server.song(artist), await server.song(artist)];
    const one = await server.playlist(artist, { songs: [a._id] });
    const two = await server.playlist(artist, { songs: [c._id, b._id, a._id] });
    await server.playlist(artist, { private: true, songs: [a._id, b._id, c._id] });
    const songList = [a._id, b._id, b._id];
    const top = await server.call("PUT", "/api/playlists/top/", listener, { body: { songList } });
    const { data } = v.parse(playlists.topPlaylists.reply, top.body);
    expect(data.map(({ _id }) => _id)).toEqual([two._id, one._id]);

    for (let i = 0; i < 120; i++) {
      const user = await server.user();
      await follow(one._id, user);
      if (i > 0) await follow(two._id, user);
    }
    const sorted = await get("sort-playlists?limit=2", listener);
    expect(sorted.data.map((p: { followers: number }) => p.followers)).toEqual([120, 119]);
    const second = await get(`sort-playlists?limit=1&cursor=${sorted.next}`, listener);
    expect(second.data[0].followers).toBeLessThanOrEqual(119);
    expect([one._id, two._id]).not.toContain(second.data[0]._id);
  });

  test("answer 304 to their ETag until something changes", async () => {
    const { _id } = await server.playlist(artist);
    const url = `/api/playlists/my-lists/${artist.uid}?fields=ids`;
    const etag = String((await server.call("GET", url, artist)).headers["etag"]);
    const again = () => server.call("GET", url, artist, { headers: { "if-none-match": etag } });
    expect((await again()).status).toBe(304);
    await server.call("DELETE", `/api/playlists/${_id}`, artist);
    expect((await again()).status).toBe(200);
  });
});

// 5.3
describe("a playlist whose visibility changes while a stranger reads it", () => {
  const reads = [(id: string) => `playlist/${id}`, (id: string) => id, (id: string) => `playlist/${id}?fields=ids`];

  /** Runs `change` after the first statement about the playlist that follows. */
  function afterFirstStatement(id: string, change: () => Promise<unknown>): void {
    const { query } = server.db;
    onTestFinished(() => void (server.db.query = query));
    server.db.query = async (sql, params) => {
      const rows = await query.call(server.db, sql, params);
      if (!params?.includes(id)) return rows;
      server.db.query = query;
      await change();
      return rows;
    };
  }
  const hide = (id: string, isPrivate: boolean, owner: TestUser) =>
    edit(id, owner, { playlist: { private: isPrivate } });

  test.each(reads)("tells nothing that came to it once it was private (read %#)", async (path) => {
    const [ada, bob] = [await server.user({ artist: true }), await server.user()];
    const song = await server.song(ada);
    const { _id: id } = await server.playlist(ada, { private: false });
    afterFirstStatement(id, async () => {
      expect((await hide(id, true, ada)).status).toBe(200);
      expect((await add(id, song._id, ada)).status).toBe(200);
    });
    const reply = await server.call("GET", `/api/playlists/${path(id)}`, bob);
    expect([reply.status, reply.text.includes(song._id)]).toEqual([200, false]);
  });

  test.each(reads)("tells nothing that left it before it was public (read %#)", async (path) => {
    const [ada, bob] = [await server.user({ artist: true }), await server.user()];
    const song = await server.song(ada);
    const { _id: id } = await server.playlist(ada, { private: true });
    expect((await add(id, song._id, ada)).status).toBe(200);
    afterFirstStatement(id, async () => {
      const body = { songId: song._id };
      expect((await server.call("PATCH", `/api/playlists/songs/${id}`, ada, { body })).status).toBe(200);
      expect((await hide(id, false, ada)).status).toBe(200);
    });
    const reply = await server.call("GET", `/api/playlists/${path(id)}`, bob);
    expect([reply.status, reply.text.includes(song._id)]).toEqual([404, false]);
  });
});
