/** People: profiles, follows, and an account that goes with all that is its own. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as users from "../../contract/users.ts";
import { rebuildCounts } from "../../server/db/counters.ts";
import { issueIdToken } from "../../server/identity/tokens.ts";
import { doJob } from "../../server/admin/jobs.ts";
import { audioFile } from "../../server/media/asset-ids.ts";
import { forgetOldDeletions } from "../../server/users/deleted-profiles.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

let server: TestServer;
let artist: TestUser;
let listener: TestUser;
beforeAll(async () => {
  server = await createTestServer({ env: { RATE_FACTOR: "10" } });
  artist = await server.user({ artist: true });
  listener = await server.user();
});
afterAll(() => server.close());

const readUser = async (uid: string, viewer: TestUser) =>
  (await server.call("GET", `/api/users/${uid}`, viewer)).body.data;
const rowOf = async (uid: string) => (await server.db.query("select * from users where uid = $1", [uid]))[0];

describe("PATCH /users/{id}", () => {
  const edit = (user: TestUser, body: unknown) => server.call("PATCH", `/api/users/${user.uid}`, user, { body });

  // 2.1, 2.2, 2.3
  test("changes what it names and nothing that is the server's", async () => {
    const user = await server.user();
    const before = await rowOf(user.uid);
    const evil = {
      uid: "x",
      _id: "x",
      email: "evil@example.org",
      artist: true,
      newsletter: true,
      followers: 9,
      created_at: 0,
    };
    const body = `{"__proto__":{"artist":true},"firstName":"Grace",${JSON.stringify(evil).slice(1)}`;
    const reply = await edit(user, body);
    expect(v.parse(users.editUser.reply, reply.body).data.userName).toBe(`Grace ${user.uid}`);
    expect(await rowOf(user.uid)).toEqual({
      ...before,
      first_name: "Grace",
      folded_name: `grace ${user.uid}`,
    });
    expect((await edit(user, { firstName: "x" })).body.errors).toEqual([{ path: "firstName", message: "Too short" }]);
  });

  test("keeps, replaces and removes the picture, and frees the old one", async () => {
    const user = await server.user();
    const first = await server.asset(user.uid, "image");
    const second = await server.asset(user.uid, "image");
    const image = async (profileImage: string | null | undefined) => {
      const { data } = (await edit(user, { profileImage })).body;
      return [data.profileImage, data.profileColor];
    };
    expect(await image(`/media/${first}`)).toEqual([`/media/${first}`, "#604a3b"]);
    expect(await image(`/media/${first}`)).toEqual([`/media/${first}`, "#604a3b"]);
    expect(await image(undefined)).toEqual([`/media/${first}`, "#604a3b"]);
    await server.db.query("update assets set color = '#4a603b' where id = $1", [second]);
    expect(await image(`/media/${second}`)).toEqual([`/media/${second}`, "#4a603b"]);
    const left = () => server.db.query("select id, claimed_by from assets where uid = $1", [user.uid]);
    expect(await left()).toEqual([{ id: second, claimed_by: user.uid }]);
    expect(await image(null)).toEqual([null, null]);
    expect(await left()).toEqual([]);
  });

  test.each([
    ["somebody else's upload", async () => server.asset(artist.uid, "image")],
    ["a sound", async () => server.asset(listener.uid, "audio")],
    ["nothing", async () => "A".repeat(22)],
  ])("refuses %s as a picture", async (_, make) => {
    const reply = await edit(listener, { profileImage: `/media/${await make()}` });
    expect([reply.status, reply.body.code]).toEqual([409, "upload-not-found"]);
  });
});

// 2.15, 2.31
test("an email is taken over only as the token carries it", async () => {
  const user = await server.user();
  await server.db.query("update users set email = 'old@example.org' where uid = $1", [user.uid]);
  const change = (newEmail: string) =>
    server.call("PUT", `/api/users/update-email/${user.uid}`, user, { body: { newEmail } });
  const refused = await change("new@example.org");
  expect([refused.status, refused.body.code]).toEqual([409, "email-not-changed"]);
  expect((await rowOf(user.uid))?.["email"]).toBe("old@example.org");
  expect((await change(user.email.toUpperCase())).body.data.email).toBe(user.email);
});

// 2.31
test("an older token does not undo a change of the email", async () => {
  const user = await server.user();
  const tokenOf = (email: string) => {
    const authTime = Math.floor(server.clock.now / 1000);
    const subject = { uid: user.uid, email, emailVerified: true, authTime };
    return issueIdToken(server.identity, { ...subject, provider: "password" });
  };
  const signIn = async (token: string) => {
    const names = { firstName: "Ada", lastName: "Low", email: "x", uid: user.uid };
    const reply = await server.call("POST", "/api/users/login", token, { body: { user: names } });
    return [reply.status, reply.body.data.email];
  };
  const change = async (token: string, newEmail: string) => {
    const url = `/api/users/update-email/${user.uid}`;
    const reply = await server.call("PUT", url, token, { body: { newEmail } });
    return [reply.status, reply.body.data?.email ?? reply.body.code];
  };
  const [first, second, third] = [`1-${user.email}`, `2-${user.email}`, `3-${user.email}`] as const;
  const old = await tokenOf(first);
  server.clock.now += 1_000;
  const changed = await tokenOf(second);
  expect(await signIn(old)).toEqual([200, first]);
  expect(await change(changed, second)).toEqual([200, second]);
  expect(await signIn(old)).toEqual([200, second]);
  expect(await change(old, first)).toEqual([409, "email-not-changed"]);
  expect(await change(changed, second)).toEqual([200, second]);
  server.clock.now += 1_000;
  expect(await signIn(await tokenOf(third))).toEqual([200, third]);
  expect(await signIn(changed)).toEqual([200, third]);
  // The profile itself begins with what its token says, at that token's time.
  const newcomer = await server.user({ profile: false });
  const body = { firstName: "Ada", lastName: "Low" };
  const { data } = v.parse(users.createUser.reply, (await server.call("POST", "/api/users", newcomer, { body })).body);
  expect(data).toMatchObject({ artist: false, newsletter: false });
  expect((await rowOf(newcomer.uid))?.["email_at"]).toBe(Math.floor(server.clock.now / 1000) * 1000);
});

test("artists are told by name, page by page, and nobody else", async () => {
  const names = ["zoë", "Ada", "ÉMILE", "bob"];
  const made: Record<string, string> = {};
  for (const firstName of names) {
    const user = await server.user({ profile: false });
    const body = { firstName, lastName: "Page", artist: true };
    expect((await server.call("POST", "/api/users", user, { body })).status).toBe(201);
    made[user.uid] = firstName;
  }
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const url = `/api/users/artists?limit=2${cursor && `&cursor=${cursor}`}`;
    const { body } = await server.call("GET", url, listener);
    const { data, next } = v.parse(users.artists.reply, body);
    expect(JSON.stringify(data)).not.toContain("@");
    seen.push(...data.map(({ uid }) => uid));
    cursor = next;
  }
  expect(seen).not.toContain(listener.uid);
  expect(seen.flatMap((uid) => made[uid] ?? [])).toEqual(["Ada", "bob", "zoë", "ÉMILE"]);
  const wrong = await server.call("GET", "/api/users/artists?cursor=WzEsMl0", listener);
  expect(wrong.status).toBe(422);
});

// 11.14
test("an artist whose name folds to a very long one does not end the list", async () => {
  const user = await server.user({ profile: false });
  const name = "\ufdfa".repeat(50);
  const body = { firstName: name, lastName: name, artist: true };
  expect((await server.call("POST", "/api/users", user, { body })).status).toBe(201);
  const last = await server.user({ artist: true });
  await server.db.query("update users set folded_name = $2 where uid = $1", [last.uid, "\uffff"]);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const reply = await server.call("GET", `/api/users/artists?limit=1${cursor && `&cursor=${cursor}`}`, listener);
    expect(reply.status).toBe(200);
    const { data, next } = v.parse(users.artists.reply, reply.body);
    seen.push(...data.map(({ uid }) => uid));
    cursor = next;
  }
  expect(seen).toEqual(expect.arrayContaining([user.uid, last.uid]));
});

describe("follows", () => {
  const follow = (user: TestUser, uid: string, verb = "follow") =>
    server.call("PATCH", `/api/users/${verb}/${uid}`, user, { body: {} });

  // 5.11
  test("are set, not toggled, and counted truly", async () => {
    const someone = await server.user();
    for (const [verb, followers] of [
      ["follow", 1],
      ["follow", 1],
      ["cancel-follow", 0],
      ["cancel-follow", 0],
      ["follow", 1],
    ] as const) {
      const reply = await follow(listener, someone.uid, verb);
      expect(v.parse(users.followUser.reply, reply.body).data).toEqual({
        _id: someone.uid,
        followed: followers === 1,
        followers,
      });
    }
    expect(await readUser(someone.uid, artist)).toMatchObject({
      followers: 1,
      followedBy: [listener.uid],
    });
    expect((await readUser(listener.uid, artist)).following).toBe(1);
    const self = await follow(listener, listener.uid);
    expect([self.status, self.body.code]).toEqual([409, "cannot-follow-yourself"]);
    expect((await server.call("GET", "/api/users/a%00b", listener)).status, "no text for a database").toBe(404);
    expect((await follow(listener, "nobody")).status).toBe(404);
  });

  test("of 100 people at once, and 100 times by one, are exact", async () => {
    const someone = await server.user();
    const people = await Promise.all(Array.from({ length: 100 }, () => server.user()));
    await Promise.all(people.map((user) => follow(user, someone.uid)));
    await Promise.all(people.map(() => follow(listener, someone.uid)));
    expect((await readUser(someone.uid, artist)).followers).toBe(101);
    await server.db.query("delete from count_changes");
    await server.db.transaction((tx) => rebuildCounts(tx));
    expect((await readUser(someone.uid, artist)).followers).toBe(101);
  });

  test("are listed newest first, for oneself only", async () => {
    const user = await server.user();
    const wanted = [];
    for (let i = 0; i < 3; i++) {
      const { uid } = await server.user();
      await follow(user, uid);
      wanted.unshift(uid);
    }
    const url = `/api/users/following/${user.uid}`;
    expect((await server.call("GET", `${url}?fields=ids`, user)).body).toEqual({
      data: wanted,
      next: null,
    });
    expect((await server.call("GET", url, user)).status).toBe(422);
    expect((await server.call("GET", `${url}?fields=ids`, artist)).status).toBe(403);
  });

  // 5.13
  test("tell the newest 1,000 followers, and always the viewer", async () => {
    const star = await server.user({ artist: true });
    const first = await server.user();
    await follow(first, star.uid);
    await server.db.query(
      `insert into users (uid, first_name, last_name, email, artist, newsletter, created_at)
       select 'fan-' || n, 'Fan', 'Fan', 'x', false, false, 0 from generate_series(1, 1100) n`,
    );
    await server.db.query(
      `insert into user_follows (uid, followed, position, created_at)
       select 'fan-' || n, $1, 0, $2::bigint + n from generate_series(1, 1100) n`,
      [star.uid, server.clock.now],
    );
    await server.db.transaction((tx) => rebuildCounts(tx, ["follower"]));
    const seen = await readUser(star.uid, first);
    expect([seen.followers, seen.followedBy.length]).toEqual([1101, 1000]);
    expect([seen.followedBy[0], seen.followedBy.at(-1)]).toEqual(["fan-1100", first.uid]);
    const others = await readUser(star.uid, listener);
    expect(others.followedBy.at(-1)).toBe("fan-101");
  });
});

/** Deletes the account at the provider. */
const removeAccount = (user: TestUser) =>
  server.call("POST", "/identitytoolkit.googleapis.com/v1/accounts:delete?key=x", null, {
    body: { idToken: user.token },
  });

describe("an account that is deleted at the provider first", () => {
  // 2.32
  test("takes the profile and all that is theirs along", async () => {
    const leaver = await server.user({ artist: true });
    const friend = await server.user();
    const song = await server.song(leaver);
    const playlist = await server.playlist(leaver, { songs: [song._id] });
    await server.call("PATCH", `/api/songs/like/${song._id}`, friend);
    expect((await removeAccount(leaver)).status).toBe(200);

    const gone = [`/api/users/${leaver.uid}`, `/api/playlists/${playlist._id}`, song.url];
    for (const url of gone) expect([url, (await server.call("GET", url, friend)).status]).toEqual([url, 404]);
    expect((await server.call("GET", `/api/songs?ids=${song._id}`, friend)).body.data).toEqual([]);
    const owned = "select owner from songs where owner = $1 union select uid from assets where uid = $1";
    expect(await server.db.query(owned, [leaver.uid])).toEqual([]);
    expect((await server.call("GET", `/api/users/${leaver.uid}`, leaver)).status).toBe(401);
  });

  test("gets no profile by a token that counts for some seconds more", async () => {
    const leaver = await server.user({ profile: false });
    expect((await server.call("GET", "/api/songs/public-songs", leaver)).status).toBe(403);
    // By another server: this one does not look again so soon.
    await server.db.query("delete from accounts where uid = $1", [leaver.uid]);
    expect((await server.call("GET", "/api/songs/public-songs", leaver)).status).toBe(403);
    const body = { firstName: "Ada", lastName: "Low", artist: true };
    expect((await server.call("POST", "/api/users", leaver, { body })).status).toBe(401);
    expect(await rowOf(leaver.uid)).toBeUndefined();
  });
});

test.each(["the embedded sign-in", "a Firebase project"])(
  "an operator removes whoever cannot do it, with %s",
  async (provider) => {
    const { identity, ...others } = server.deps;
    const isEmbedded = provider === "the embedded sign-in";
    const deps = isEmbedded ? { ...others, identity } : others;
    const remove = (person: string) =>
      doJob(
        { deps, data: { db: server.db, close: async () => {} }, music: "" },
        { kind: "remove-user", person },
        () => {},
      );
    const leaver = await server.user({ artist: true });
    const { _id, url } = await server.song(leaver);
    const friend = await server.user();
    // Registered again, when the first account was gone.
    await server.db.query("update users set email = $2 where uid = $1", [friend.uid, leaver.email]);
    await expect(remove(leaver.email)).rejects.toThrow(/Several people.*by uid: user-\d+ \(.+\), user-\d+ \(.+\)$/);
    await expect(remove("nobody@example.org")).rejects.toThrow("Nobody has the uid or the email");
    expect(await remove(leaver.uid)).toEqual([expect.stringContaining(leaver.uid)]);
    expect(await rowOf(leaver.uid)).toBeUndefined();
    expect((await server.call("GET", `/api/songs?ids=${_id}`, friend)).body.data).toEqual([]);
    expect((await server.call("GET", url, friend)).status).toBe(404);
    const accounts = await server.db.query("select uid from accounts where uid = $1", [leaver.uid]);
    expect(accounts).toHaveLength(isEmbedded ? 0 : 1);
    expect(await remove(leaver.email.toUpperCase())).toEqual([expect.stringContaining(friend.uid)]);
  },
);

test("an operator names somebody by the address with which they sign in, not by one that is somebody else's now", async () => {
  const parts = { deps: server.deps, data: { db: server.db, close: async () => {} }, music: "" };
  const remove = (person: string) => doJob(parts, { kind: "remove-user", person }, () => {});
  const mover = await server.user({ artist: true });
  // By a mailed link, on a device that was not signed in: the profile hears of it at the next sign-in (2.31).
  await server.db.query("update accounts set email = 'moved@example.org' where uid = $1", [mover.uid]);
  // Somebody else registers with the address, and gets no further than the account.
  await server.user({ email: mover.email, profile: false });
  await remove(mover.email).catch(() => {});
  expect(await rowOf(mover.uid), "the library of somebody else").toBeDefined();
  expect(await remove("moved@example.org")).toEqual([expect.stringContaining(mover.uid)]);
});

// 2.34, 18.10
test("whom an operator removes, but not their account, is known to be gone at once and at the next sign-in", async () => {
  const { identity: _, ...deps } = server.deps;
  const parts = { deps, data: { db: server.db, close: async () => {} }, music: "" };
  const leaver = await server.user();
  const read = async () => (await server.call("GET", "/api/songs/public-songs", leaver)).status;
  expect(await read()).toBe(200);
  await doJob(parts, { kind: "remove-user", person: leaver.uid }, () => {});
  expect(await read()).toBe(403);
  const body = { user: { uid: leaver.uid, email: leaver.email, firstName: "", lastName: "" } };
  const reply = await server.call("POST", "/api/users/login", leaver, { body });
  expect(reply.body).toMatchObject({ status: 403, code: "no-profile", deleted: true });
});

test("remove-user says who is gone also where files are not", async () => {
  const leaver = await server.user({ artist: true });
  await server.song(leaver);
  const deps = {
    ...server.deps,
    storage: { ...server.deps.storage, remove: async () => ({ gone: [], error: new Error("The host is down") }) },
  };
  const job = { kind: "remove-user", person: leaver.uid } as const;
  const lines = await doJob({ deps, data: { db: server.db, close: async () => {} }, music: "" }, job, () => {});
  expect(lines).toEqual([expect.stringContaining("is gone"), expect.stringMatching(/tried again.*The host is down/)]);
  expect(await rowOf(leaver.uid)).toBeUndefined();
});

describe("DELETE /users/{id}", () => {
  const remove = (user: TestUser, options = {}) => server.call("DELETE", `/api/users/${user.uid}`, user, options);

  // 2.28
  test("wants a sign-in of the last 5 minutes", async () => {
    const user = await server.user();
    const authTime = Math.floor(server.clock.now / 1000);
    server.clock.now += 301_000;
    const late = await remove(user);
    expect([late.status, late.body.code]).toEqual([403, "sign-in-again"]);
    expect(await rowOf(user.uid)).toBeDefined();
    server.clock.now -= 2_000;
    const subject = { ...user, emailVerified: false, authTime, provider: "password" } as const;
    const fresh = { ...user, token: await issueIdToken(server.identity, subject) };
    expect((await remove(fresh)).status).toBe(204);
    expect(await rowOf(user.uid)).toBeUndefined();
  });

  test("is answered however long files take to go", { timeout: 20_000 }, async () => {
    const user = await server.user({ artist: true });
    await server.song(user);
    const removing = vi.spyOn(server.deps.storage, "remove").mockReturnValue(new Promise(() => {}));
    const { status } = await remove(user).finally(() => removing.mockRestore());
    expect(status).toBe(204);
  });

  test("is known to its server at once, and to the others within five seconds", async () => {
    const other = await server.beside();
    const user = await server.user({ profile: false });
    const list = "/api/songs/public-songs";
    const read = async ({ call }: Pick<TestServer, "call">) => (await call("GET", list, user)).status;
    expect([await read(server), await read(other)]).toEqual([403, 403]);
    const names = { firstName: "Ada", lastName: "Low", email: user.email, artist: false };
    await server.call("POST", "/api/users", user, { body: names });
    expect([await read(server), await read(other)]).toEqual([200, 200]);
    await server.call("DELETE", `/api/users/${user.uid}`, user);
    expect(await read(server)).toBe(403);
    server.clock.now += 5_000;
    expect(await read(other)).toBe(403);
    await other.close();
  });

  // 2.28
  test("takes all that is theirs, from everybody, and leaves the counts of others true", async () => {
    const leaver = await server.user({ artist: true });
    const friend = await server.user({ artist: true });
    const act = (user: TestUser, path: string, body: object = {}) =>
      server.call("PATCH", `/api${path}`, user, { body });
    const image = await server.asset(leaver.uid, "image");
    await act(leaver, `/users/${leaver.uid}`, { profileImage: `/media/${image}` });
    const theirs = await server.song(leaver);
    const kept = await server.song(friend);
    const list = await server.playlist(leaver, { songs: [theirs._id, kept._id] });
    const keptList = await server.playlist(friend, { songs: [kept._id, theirs._id] });
    for (const user of [leaver, friend]) {
      for (const song of [theirs, kept]) {
        await act(user, `/songs/like/${song._id}`);
        await act(user, `/songs/played/${song._id}`);
      }
    }
    await act(leaver, `/playlists/follow/${keptList._id}`);
    await act(friend, `/playlists/follow/${list._id}`);
    await act(leaver, `/users/follow/${friend.uid}`);
    await act(friend, `/users/follow/${leaver.uid}`);
    await server.asset(leaver.uid);

    expect((await remove(leaver, { key: "leave:1" })).status).toBe(204);

    const columns = await queryAs<{ t: string; c: string }>(
      server.db,
      `select table_name as t, column_name as c from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and table_name not in ('accounts', 'refresh_tokens')`,
    );
    for (const { t, c } of columns) {
      const rows = await server.db.query(`select * from ${t} where ${c} = any($1)`, [
        [leaver.uid, theirs._id, list._id],
      ]);
      // What stays is the memory of this very call, without an answer, that the account may still be there, and the
      // used id of a playlist, without its owner.
      const stays: Record<string, object> = {
        "idempotency.uid": { key: "leave:1", answer: null },
        "deleted_profiles.uid": { uid: leaver.uid },
        "deleted_playlists.id": { id: list._id },
      };
      const row = stays[`${t}.${c}`];
      expect([t, c, rows]).toEqual([t, c, row ? [expect.objectContaining(row)] : []]);
    }
    // A client that lost the answer asks again under its key.
    expect((await remove(leaver, { key: "leave:1" })).status).toBe(204);
    expect((await remove(leaver, { key: "leave:2" })).body.code).toBe("no-profile");
    const file = audioFile(theirs.url.slice(7));
    const folder = join(server.deps.settings.dataDir, "media");
    expect(await readdir(folder, { recursive: true })).not.toContain(join(file.slice(0, 2), file));
    const [song] = (await server.call("GET", `/api/songs?ids=${kept._id}`, friend)).body.data;
    expect(song).toMatchObject({ likes: 1, playCount: 1, liked: true });
    const { body } = await server.call("GET", `/api/playlists/${keptList._id}`, friend);
    expect(body.data).toMatchObject({ songs: [kept._id], followers: 0 });
    expect(await readUser(friend.uid, friend)).toMatchObject({
      followers: 0,
      following: 0,
      followedBy: [],
    });
    expect((await remove(leaver)).body.code).toBe("no-profile");
  });

  // 2.34
  test("is remembered for the next sign-in, until the account goes, begins anew or a year is over", async () => {
    const signIn = async (user: TestUser) => {
      const body = { user: { firstName: "", lastName: "", email: "", uid: user.uid } };
      const reply = await server.call("POST", "/api/users/login", user, { body });
      return [reply.status, reply.body.code, reply.body["deleted"]];
    };
    const remembered = () => server.db.query("select uid from deleted_profiles order by uid");
    await server.db.query("delete from deleted_profiles");
    const stranger = await server.user({ profile: false });
    expect(await signIn(stranger)).toEqual([403, "no-profile", undefined]);

    const anew = await server.user();
    await remove(anew);
    expect(await signIn(anew)).toEqual([403, "no-profile", true]);
    const profile = { firstName: "Ada", lastName: "Quill", artist: false };
    expect((await server.call("POST", "/api/users", anew, { body: profile })).status).toBe(201);
    expect(await remembered()).toEqual([]);
    await remove(anew);
    await removeAccount(anew);
    expect(await remembered()).toEqual([]);

    const late = await server.user();
    await remove(late);
    await forgetOldDeletions(server.db, server.clock.now + 364 * 24 * 3_600_000);
    expect(await remembered()).toEqual([{ uid: late.uid }]);
    await forgetOldDeletions(server.db, server.clock.now + 366 * 24 * 3_600_000);
    expect(await remembered()).toEqual([]);
  });
});
