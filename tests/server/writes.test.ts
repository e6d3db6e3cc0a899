/** Writing once: idempotency, likes under load, profiles. */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { likeSong, type Song } from "../../contract/songs.ts";
import { createUser, loginUser } from "../../contract/users.ts";
import { forgetAnswers } from "../../server/http/idempotency.ts";
import { createTestServer, uploadReply, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

let server: TestServer;
let artist: TestUser;
let listener: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  artist = await server.user({ artist: true });
  listener = await server.user();
});
afterAll(() => server.close());

const countLikes = async (songId: string) => {
  const [row] = await queryAs<{ n: number }>(server.db, "select count(*) as n from likes where song_id = $1", [songId]);
  return row?.n;
};

describe("likes", () => {
  test("are set, not toggled", async () => {
    const { _id } = await server.song(artist);
    const like = () => server.call("PATCH", `/api/songs/like/${_id}`, listener, { body: { userId: listener.uid } });
    const cancel = () => server.call("PATCH", `/api/songs/cancel-like/${_id}/`, listener, { body: {} });
    for (const [act, liked] of [
      [like, true],
      [like, true],
      [cancel, false],
      [cancel, false],
      [like, true],
    ] as const) {
      const reply = await act();
      expect(reply.status).toBe(200);
      expect(v.parse(likeSong.reply, reply.body).data).toEqual({
        _id,
        liked,
        likes: liked ? 1 : 0,
      });
    }
  });

  test("100 at once by one user are one", async () => {
    const { _id } = await server.song(artist);
    const send = (i: number) =>
      server.call("PATCH", `/api/songs/like/${_id}`, listener, {
        body: {},
        key: `one-${_id}:${i}`,
      });
    const replies = await Promise.all(Array.from({ length: 100 }, (_, i) => send(i)));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(await countLikes(_id)).toBe(1);
  });

  test("by 100 users at once are 100", async () => {
    const { _id } = await server.song(artist);
    const people = await Promise.all(Array.from({ length: 100 }, () => server.user()));
    await Promise.all(people.map((user) => server.call("PATCH", `/api/songs/like/${_id}`, user, { body: {} })));
    expect(await countLikes(_id)).toBe(100);
    const reply = await server.call("GET", `/api/songs?ids=${_id}`, artist);
    expect(reply.body.data[0]).toMatchObject({ likes: 100, liked: false });
  });

  test("work without a body, and a gone song can be unliked", async () => {
    const { _id } = await server.song(artist);
    expect((await server.call("PATCH", `/api/songs/like/${_id}`, listener)).status).toBe(200);
    const absent = "00000000-0000-7000-8000-000000000000";
    const reply = await server.call("PATCH", `/api/songs/cancel-like/${absent}`, listener, {
      body: {},
    });
    expect([reply.status, reply.body]).toEqual([200, { data: { _id: absent, liked: false, likes: 0 } }]);
    expect((await server.call("PATCH", "/api/songs/like/nonsense", listener, { body: {} })).status).toBe(404);
  });
});

describe("Idempotency-Key", () => {
  const song = { title: "Slow Tide", artist: "Ada", genre: "Ska", private: false };

  test("the same request answers the same and does nothing", async () => {
    const body = { song, metadata: uploadReply(await server.asset(artist.uid)), image: null };
    const first = await server.call("POST", "/api/songs", artist, { body, key: "song-1:1" });
    const second = await server.call("POST", "/api/songs", artist, { body, key: "song-1:1" });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
  });

  test("a repetition gets an address signed anew, and nothing else changes", async () => {
    const metadata = uploadReply(await server.asset(artist.uid));
    const body = { song: { ...song, private: true }, metadata, image: null };
    const send = async () => (await server.call("POST", "/api/songs", artist, { body, key: "private-1:1" })).body.data;
    const expiry = ({ url }: Song) => Number(new URLSearchParams(url.split("?")[1]).get("exp"));
    const first = await send();
    // Into the next full hour, to which ends of signatures are rounded.
    server.clock.now += 50 * 60_000;
    const again = await send();
    server.clock.now -= 50 * 60_000;
    expect(expiry(again)).toBe(expiry(first) + 3600);
    expect(await send()).toEqual(first);
    expect({ ...again, url: first.url }).toEqual(first);
  });

  test("a late repetition of a like does not undo the unlike that followed", async () => {
    const { _id } = await server.song(artist);
    const like = () => server.call("PATCH", `/api/songs/like/${_id}`, listener, { body: {}, key: `late-${_id}:1` });
    const first = await like();
    await server.call("PATCH", `/api/songs/cancel-like/${_id}`, listener, {
      body: {},
      key: `late-${_id}:2`,
    });
    expect((await like()).text).toBe(first.text);
    expect(await countLikes(_id)).toBe(0);
  });

  test("many at once have one effect and one answer", async () => {
    const body = { song, metadata: uploadReply(await server.asset(artist.uid)), image: null };
    const send = () => server.call("POST", "/api/songs", artist, { body, key: "song-2:1" });
    const replies = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
  });

  test("a body that names its caller, as that of a newer app, asks for the same", async () => {
    const { _id } = await server.song(artist);
    const send = (body: unknown) => server.call("PATCH", `/api/songs/like/${_id}`, listener, { body, key: "named:1" });
    const first = await send({});
    const again = await send({ userId: listener.uid });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await countLikes(_id)).toBe(1);
  });

  test("a body with its members in another order asks for the same", async () => {
    const metadata = uploadReply(await server.asset(artist.uid));
    const send = (body: unknown) => server.call("POST", "/api/songs", artist, { body, key: "ordered:1" });
    const first = await send({ song, metadata, image: null });
    const turned = Object.fromEntries(Object.entries(song).reverse());
    const again = await send({ image: null, metadata, song: turned });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  });

  test("a key that was stored with the members hashed as they came is known", async () => {
    const metadata = uploadReply(await server.asset(artist.uid));
    const body = { song, metadata, image: null };
    const send = () => server.call("POST", "/api/songs", artist, { body, key: "former:1" });
    const first = await send();
    const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
    const stored = await server.db.query("update idempotency set body_hash = $1 where key = $2 returning body_hash", [
      hash,
      "former:1",
    ]);
    const again = await send();
    expect([stored.length, again.status, again.text]).toEqual([1, 201, first.text]);
  });

  test("another body, path or method under the key is refused", async () => {
    const a = await server.song(artist);
    const b = await server.song(artist);
    const send = (path: string, body: unknown) =>
      server.call("PATCH", `/api/songs/${path}`, listener, { body, key: "reuse:1" });
    expect((await send(`like/${a._id}`, {})).status).toBe(200);
    for (const reply of [await send(`like/${b._id}`, {}), await send(`like/${a._id}`, { at: 1 })]) {
      expect([reply.status, reply.body.code]).toEqual([422, "key-reused"]);
    }
    const login = { user: { firstName: "", lastName: "", email: "", uid: listener.uid } };
    const other = await server.call("POST", "/api/users/login", listener, {
      body: login,
      key: "reuse:1",
    });
    expect(other.status).toBe(422);
    expect(await countLikes(b._id)).toBe(0);
  });

  test("belongs to its caller", async () => {
    const { _id } = await server.song(artist);
    const send = (user: TestUser) =>
      server.call("PATCH", `/api/songs/like/${_id}`, user, { body: {}, key: "shared:1" });
    expect((await send(listener)).body.data.likes).toBe(1);
    expect((await send(artist)).body.data.likes).toBe(2);
  });

  test("a failure is not remembered", async () => {
    const id = await server.asset(listener.uid);
    const body = { song, metadata: uploadReply(id), image: null };
    const send = () => server.call("POST", "/api/songs", artist, { body, key: "song-3:1" });
    expect((await send()).status).toBe(409);
    await server.db.query("update assets set uid = $1 where id = $2", [artist.uid, id]);
    expect((await send()).status).toBe(201);
  });

  test("text that is no key is refused, and old answers are forgotten", async () => {
    const { _id } = await server.song(artist);
    for (const key of ["a b", "x".repeat(101), "ü"]) {
      const reply = await server.call("PATCH", `/api/songs/like/${_id}`, listener, {
        body: {},
        key,
      });
      expect([key, reply.status]).toEqual([key, 422]);
    }
    await server.call("PATCH", `/api/songs/like/${_id}`, listener, { body: {}, key: "old:1" });
    const kept = async () => (await server.db.query("select key from idempotency where key = 'old:1'")).length;
    await forgetAnswers(server.db, server.clock.now + 29 * 86_400_000);
    expect(await kept()).toBe(1);
    await forgetAnswers(server.db, server.clock.now + 31 * 86_400_000);
    expect(await kept()).toBe(0);
  });
});

describe("profiles", () => {
  const names = { firstName: "Grace", lastName: "Hopper" };

  // 2.1, 2.2
  test("are made once, with the token's email and nothing that is the server's", async () => {
    const user = await server.user({ profile: false });
    const body = {
      ...names,
      email: "evil@example.org",
      artist: true,
      uid: "x",
      _id: "x",
      followers: 9,
      newsletter: true,
    };
    const first = await server.call("POST", "/api/users", user, { body });
    expect(first.status).toBe(201);
    expect(v.parse(createUser.reply, first.body).data).toEqual({
      _id: user.uid,
      uid: user.uid,
      firebase_id: user.uid,
      userName: "Grace Hopper",
      ...names,
      profileImage: null,
      profileColor: null,
      artist: true,
      followers: 0,
      following: 0,
      followedBy: [],
      email: user.email,
      newsletter: true,
    });
    const second = await server.call("POST", "/api/users", user, {
      body: { ...names, firstName: "Other", artist: false },
    });
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  // 2.4, 2.5
  test("tell email and newsletter choice to their owner alone", async () => {
    const user = await server.user({ profile: false });
    await server.call("POST", "/api/users", user, { body: { ...names, artist: false, newsletter: true } });
    const read = async (reader: TestUser) => (await server.call("GET", `/api/users/${user.uid}`, reader)).body.data;
    expect(await read(user)).toMatchObject({ email: user.email, newsletter: true });
    const shown = await read(await server.user());
    expect(shown).toMatchObject(names);
    expect([Object.keys(shown).filter((key) => /mail|newsletter/i.test(key)), JSON.stringify(shown)]).toEqual([
      [],
      expect.not.stringContaining(user.email),
    ]);
  });

  // 2.13, 2.15
  test("a sign-in takes over the token's email and never makes one", async () => {
    const user = await server.user();
    await server.db.query("update users set email = 'old@example.org' where uid = $1", [user.uid]);
    const body = {
      user: { firstName: "X", lastName: "Y", email: "evil@example.org", uid: user.uid },
    };
    const reply = await server.call("POST", "/api/users/login", user, { body });
    expect(v.parse(loginUser.reply, reply.body).data).toMatchObject({
      email: user.email,
      firstName: "Ada",
    });
    const stranger = await server.user({ profile: false });
    const refused = await server.call("POST", "/api/users/login", stranger, {
      body: { user: { ...body.user, uid: stranger.uid } },
    });
    expect([refused.status, refused.body.code]).toEqual([403, "no-profile"]);
    expect(await server.db.query("select uid from users where uid = $1", [stranger.uid])).toEqual([]);
  });
});
