/** Many at once: on PostgreSQL these really run side by side, on the embedded engine one after the other. */
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { foldWithin, rebuildCounts } from "../../server/db/counters.ts";
import type { Queryable } from "../../server/db/database.ts";
import { deletePlaylist } from "../../server/playlists/delete-playlist.ts";
import { cancelFollow } from "../../server/users/user-follows.ts";
import { createTestServer, type TestReply, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ env: { RATE_FACTOR: "1000" } });
});
afterEach(() => server.close());

const like = (user: TestUser, song: string) => server.call("PATCH", `/api/songs/like/${song}`, user, { body: {} });
const unlike = (user: TestUser, song: string) =>
  server.call("PATCH", `/api/songs/cancel-like/${song}`, user, { body: {} });
const play = (user: TestUser, song: string) => server.call("PATCH", `/api/songs/played/${song}`, user, { body: {} });
const follow = (user: TestUser, other: TestUser) =>
  server.call("PATCH", `/api/users/follow/${other.uid}`, user, { body: {} });
const unfollow = (user: TestUser, other: TestUser) =>
  server.call("PATCH", `/api/users/cancel-follow/${other.uid}`, user, { body: {} });
const edit = (user: TestUser, song: string, isPrivate: boolean) =>
  server.call("PATCH", `/api/songs/${song}`, user, {
    body: { songData: { private: isPrivate }, confirmed: true },
  });
const remove = (user: TestUser) => server.call("DELETE", `/api/users/${user.uid}`, user);

const people = (count: number) => Promise.all(Array.from({ length: count }, () => server.user()));
const each = <T, R>(list: readonly T[], work: (item: T, index: number) => Promise<R>) => Promise.all(list.map(work));

const statusesOf = (replies: readonly TestReply[]) =>
  [...new Set(replies.map(({ status }) => status))].sort((a, b) => a - b);

/** Not as a part of the transaction that is open around it, where it would be refused. */
const outside = AsyncLocalStorage.snapshot();

/** Rows whose count is not that of its events. */
async function wrongCounts(): Promise<unknown[]> {
  const check = (kind: string, table: string, key: string, total: string, events: string) =>
    `select '${kind}' as kind, t.${key} as id, t.${total} + coalesce((select sum(change) from count_changes c
       where c.kind = '${kind}' and c.subject = t.${key}), 0) as told, (${events} = t.${key}) as real from ${table} t`;
  const rows = [
    check("like", "songs", "id", "likes", "select count(*) from likes where song_id"),
    check("play", "songs", "id", "plays", "select count(*) from plays where song_id"),
    check("follower", "users", "uid", "followers", "select count(*) from user_follows where followed"),
    check(
      "playlist-follower",
      "playlists",
      "id",
      "followers",
      "select count(*) from playlist_follows where playlist_id",
    ),
  ].join(" union all ");
  return server.db.query(`select * from (${rows}) x where told <> real`);
}

async function deadlocks(): Promise<number> {
  const [row] = await queryAs<{ deadlocks: number }>(
    server.db,
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  return row?.deadlocks ?? 0;
}

describe("everyday calls side by side", () => {
  test("keep counts exact, meet no deadlock, and rankings read true", { timeout: 60_000 }, async () => {
    const artist = await server.user({ artist: true });
    const users = await people(10);
    const songs = await each(Array.from({ length: 8 }), () => server.song(artist));
    const ids = songs.map(({ _id }) => _id);
    const list = await server.playlist(artist, { songs: ids });
    const replies: TestReply[] = [];
    for (let round = 0; round < 6; round++) {
      const calls = users.flatMap((user, n) => [
        ...ids.map((id, i) => ((n + i + round) % 3 === 0 ? unlike(user, id) : like(user, id))),
        play(user, ids[(n + round) % 8] ?? ""),
        (n + round) % 2 === 0 ? follow(user, artist) : unfollow(user, artist),
        follow(artist, user),
        server.call("PATCH", `/api/songs/order-favorite/${user.uid}`, user, {
          body: { orderedList: ids.toReversed() },
        }),
      ]);
      calls.push(
        ...[1, 2, 3].map(() => server.call("GET", "/api/songs/liked-most", artist)),
        ...[1, 2, 3].map(() => server.call("GET", "/statistics/popular-songs", null)),
        server.call("PUT", "/statistics/song-genre/", null, { body: { genre: "Ska" } }),
        server.call("GET", "/statistics/update_genres/", null),
        server.call("PATCH", `/api/songs/order/${artist.uid}`, artist, {
          body: { orderedList: ids },
        }),
        server.call("PATCH", `/api/playlists/order-songs/${list._id}`, artist, {
          body: { orderedList: ids },
        }),
        server.call("PATCH", `/api/playlists/${list._id}`, artist, {
          body: { playlist: { private: round % 2 === 0 } },
        }),
      );
      server.clock.now += 61_000;
      replies.push(...(await Promise.all(calls)));
    }
    expect(statusesOf(replies).filter((status) => status >= 300)).toEqual([]);
    expect(await wrongCounts()).toEqual([]);
    expect(await deadlocks()).toBe(0);
    const liked = await server.call("GET", "/api/songs/liked-most", artist);
    const real = await queryAs<{ n: number }>(
      server.db,
      "select count(*) as n from likes group by song_id order by n desc",
    );
    expect(liked.body.data.map(({ likes }: { likes: number }) => likes).slice(0, real.length)).toEqual(
      real.map(({ n }) => n),
    );
  });

  test("new things of one user come first, in the order of their arrival", async () => {
    const artist = await server.user({ artist: true });
    const user = await server.user();
    const songs = await each(Array.from({ length: 20 }), () => server.song(artist));
    await each(songs, ({ _id }) => like(user, _id));
    const places = await server.db.query("select distinct position from likes where uid = $1", [user.uid]);
    expect(places).toHaveLength(20);
    const own = await server.db.query("select distinct position from songs where owner = $1", [artist.uid]);
    expect(own).toHaveLength(20);
  });

  test("one key at the same moment has one effect and one answer", async () => {
    const user = await server.user();
    const body = { playlist: { title: "Shore", description: "By the sea", private: true } };
    const replies = await each(Array.from({ length: 10 }), () =>
      server.call("POST", "/api/playlists", user, { body, key: "same:1" }),
    );
    expect(statusesOf(replies)).toEqual([201]);
    expect(new Set(replies.map(({ body }) => body.data._id)).size).toBe(1);
    expect(await server.db.query("select id from playlists")).toHaveLength(1);
  });

  test("a profile is made once", async () => {
    const user = await server.user({ profile: false });
    const body = { firstName: "Ada", lastName: "Page", email: user.email, artist: true };
    const replies = await each(Array.from({ length: 10 }), () => server.call("POST", "/api/users", user, { body }));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  });
});

describe("counts made anew", () => {
  test("lose nothing that comes meanwhile, and mend what is wrong", { timeout: 60_000 }, async () => {
    const artist = await server.user({ artist: true });
    const users = await people(30);
    const songs = await each(Array.from({ length: 5 }), () => server.song(artist));
    await server.db.query("update songs set plays = plays + 7");
    for (let round = 0; round < 5; round++) {
      server.clock.now += 200_000;
      await Promise.all([
        ...users.flatMap((user) => songs.map(({ _id }) => play(user, _id))),
        ...[1, 2, 3, 4].map(() => server.call("GET", "/statistics/update_genres/", null)),
        ...[1, 2, 3, 4].map(() => server.call("GET", "/statistics/popular-songs", null)),
      ]);
    }
    expect(await wrongCounts()).toEqual([]);
    const [row] = await server.db.query("select count(*) as n from plays");
    expect(row).toEqual({ n: 750 });
  });

  test("of more changes than one batch are folded in the order of their rows: two folds then meet no deadlock", async () => {
    const artist = await server.user({ artist: true });
    const ids = [(await server.song(artist))._id, (await server.song(artist))._id].sort();
    await server.db.transaction(async (tx) => {
      for (const id of ids.toReversed())
        await tx.query(
          `insert into count_changes (id, kind, subject, change)
           select $1 || ':' || n, 'play', $1, 1 from generate_series(1, 3000) n`,
          [id],
        );
      const left: string[] = [];
      const query: typeof tx.query = async (...given) => {
        const rows = await tx.query(...given);
        const sql = "select distinct subject from count_changes where kind = 'play'";
        left.push(...(await queryAs<{ subject: string }>(tx, sql)).map(({ subject }) => subject));
        return rows;
      };
      await foldWithin({ ...tx, query }, "play");
      // Before the first batch both, and after it the later row alone.
      expect(left.slice(2)).toEqual(ids.slice(1));
      await tx.query("update songs set plays = 0");
    });
  });

  // One connection cannot hold a row and wait for it.
  test.skipIf(!inject("postgres"))("wait for a fold and then add to what it left", async () => {
    const artist = await server.user({ artist: true });
    const [user, other] = await people(2);
    const { _id } = await server.song(artist);
    if (!user || !other) throw new Error("two people");
    await play(user, _id);
    await server.db.query("update songs set plays = 7");
    const waits = async () => {
      const sql = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      while ((await server.db.query(sql)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    let rebuilding: Promise<void> | undefined;
    await server.db.transaction(async (tx) => {
      await tx.query("update songs set title = title where id = $1", [_id]);
      rebuilding = outside(() => rebuildCounts(server.db, ["play"]));
      await outside(waits);
      await outside(() => play(other, _id));
      await foldWithin(tx, "play");
    });
    await rebuilding;
    expect(await wrongCounts()).toEqual([]);
  });

  test.skipIf(!inject("postgres"))("by two servers at once add what is missing once", async () => {
    const artist = await server.user({ artist: true });
    const { _id } = await server.song(artist);
    await server.db.query("update songs set plays = 7");
    const other = await server.beside();
    const waiting = async () => {
      const sql = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      while ((await server.db.query(sql)).length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    let both: Promise<TestReply[]> | undefined;
    await server.db.transaction(async (tx) => {
      await tx.query("update songs set title = title where id = $1", [_id]);
      const update = (one: Pick<TestServer, "call">) => one.call("GET", "/statistics/update_genres/", null);
      both = outside(() => Promise.all([update(server), update(other)]));
      await outside(waiting);
    });
    expect(statusesOf((await both) ?? [])).toEqual([200]);
    await other.close();
    expect(await wrongCounts()).toEqual([]);
  });
});

describe("a song", () => {
  test("that is hidden while people like it keeps no like of theirs", async () => {
    const artist = await server.user({ artist: true });
    const users = await people(20);
    for (let round = 0; round < 5; round++) {
      const { _id } = await server.song(artist);
      const replies = await Promise.all([
        ...users.slice(0, 10).map((user) => like(user, _id)),
        edit(artist, _id, true),
        ...users.slice(10).map((user) => like(user, _id)),
      ]);
      expect(statusesOf(replies).filter((status) => ![200, 404].includes(status))).toEqual([]);
      expect(await server.db.query("select uid from likes where song_id = $1", [_id])).toEqual([]);
    }
    expect(await wrongCounts()).toEqual([]);
  });

  test("that is deleted while people like, play and collect it is gone everywhere", async () => {
    const artist = await server.user({ artist: true });
    const users = await people(12);
    const lists = await each(users, (user) => server.playlist(user, { private: true }));
    for (let round = 0; round < 5; round++) {
      const { _id } = await server.song(artist);
      const collect = (user: TestUser, n: number) =>
        server.call("PATCH", `/api/playlists/add/${_id}`, user, {
          body: { playlistId: lists[n]?._id },
        });
      const replies = await Promise.all([
        ...users.slice(0, 6).flatMap((user, n) => [like(user, _id), play(user, _id), collect(user, n)]),
        server.call("DELETE", `/api/songs/${_id}`, artist),
        ...users.slice(6).flatMap((user, n) => [like(user, _id), play(user, _id), collect(user, n + 6)]),
      ]);
      expect(statusesOf(replies).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
      for (const table of ["likes", "plays", "playlist_songs"])
        expect(await server.db.query(`select song_id from ${table} where song_id = $1`, [_id])).toEqual([]);
    }
    expect(await wrongCounts()).toEqual([]);
  });
});

describe("an account that is deleted", () => {
  test("while songs that it likes are hidden is taken off once", async () => {
    const artist = await server.user({ artist: true });
    const songs = await each(Array.from({ length: 5 }), () => server.song(artist));
    for (let round = 0; round < 6; round++) {
      const leavers = await people(3);
      await each(songs, ({ _id }) => edit(artist, _id, false));
      await each(leavers, (user) => each(songs, ({ _id }) => like(user, _id)));
      const replies = await Promise.all([...songs.map(({ _id }) => edit(artist, _id, true)), ...leavers.map(remove)]);
      expect(statusesOf(replies)).toEqual([200, 204]);
    }
    expect(await wrongCounts()).toEqual([]);
  });

  test(
    "while it writes, and while others write to it, leaves nothing and breaks nothing",
    { timeout: 60_000 },
    async () => {
      const artist = await server.user({ artist: true });
      const others = await people(8);
      const song = await server.song(artist);
      for (let round = 0; round < 6; round++) {
        const leaver = await server.user({ artist: true });
        const own = await server.song(leaver);
        const list = await server.playlist(leaver);
        const writes = () => [
          like(leaver, song._id),
          like(leaver, own._id),
          play(leaver, song._id),
          play(leaver, own._id),
          follow(leaver, artist),
          follow(artist, leaver),
          server.call("PATCH", `/api/playlists/add/${own._id}`, leaver, {
            body: { playlistId: list._id },
          }),
          server.call("POST", "/api/playlists", leaver, {
            body: { playlist: { title: "Late", description: "Too late", private: true } },
            key: `late:${round}`,
          }),
          ...others.flatMap((user) => [
            like(user, own._id),
            follow(user, leaver),
            server.call("PATCH", `/api/playlists/follow/${list._id}`, user, { body: {} }),
          ]),
        ];
        const replies = await Promise.all([
          ...writes(),
          remove(leaver),
          edit(artist, song._id, round % 2 === 0),
          ...writes(),
        ]);
        expect(replies.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
        const left = await server.db.query(
          `select uid from users where uid = $1 union all select uid from likes where uid = $1
         union all select uid from plays where uid = $1 union all select uid from user_follows where $1 in (uid, followed)
         union all select owner from songs where owner = $1 union all select owner from playlists where owner = $1`,
          [leaver.uid],
        );
        expect(left).toEqual([]);
      }
      expect(await wrongCounts()).toEqual([]);
    },
  );

  test("twice at once, and two that follow each other, are both gone", async () => {
    for (let round = 0; round < 5; round++) {
      const [ada, ben] = await people(2);
      if (!ada || !ben) throw new Error("two people");
      await Promise.all([follow(ada, ben), follow(ben, ada)]);
      const replies = await Promise.all([remove(ada), remove(ben), remove(ada)]);
      expect(statusesOf(replies).filter((status) => ![204, 403].includes(status))).toEqual([]);
    }
    expect(await server.db.query("select uid from users")).toEqual([]);
    expect(await server.db.query("select uid from user_follows")).toEqual([]);
  });

  test("at the provider while it signs in: no answer is an error of the server", async () => {
    const call = (operation: string, body: object) =>
      server.call("POST", `/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=x`, null, {
        body,
      });
    for (let round = 0; round < 3; round++) {
      const account = {
        email: `late${round}@example.org`,
        password: "Correct!1horse",
        returnSecureToken: true,
      };
      const { idToken } = (await call("signUp", account)).body;
      const replies = await Promise.all([
        ...Array.from({ length: 4 }, () => call("signInWithPassword", account)),
        // Among the ends of these, each of which hashes a password first.
        ...[150, 170, 190, 210].map(async (ms) => {
          await new Promise((resolve) => setTimeout(resolve, ms));
          return call("delete", { idToken });
        }),
      ]);
      expect(replies.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    }
    expect(await server.db.query("select hash from refresh_tokens")).toEqual([]);
  });
});

/** Runs `meanwhile` while a transaction with `work` is open, and ends that some time after it began. */
async function duringTransaction(
  work: (tx: Queryable) => Promise<unknown>,
  meanwhile: () => Promise<TestReply>,
): Promise<TestReply> {
  const running: Promise<TestReply>[] = [];
  await server.db.transaction(async (tx) => {
    await work(tx);
    running.push(outside(meanwhile));
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  return running[0] ?? Promise.reject(new Error("Not begun"));
}

test("a new profile starts at zero though a follow was cancelled during the deletion of the former", async () => {
  const [ada, bob] = [await server.user(), await server.user()];
  await follow(bob, ada);
  const deleted = await duringTransaction(
    (tx) => cancelFollow(tx, bob.uid, ada.uid),
    () => remove(ada),
  );
  expect(deleted.status).toBe(204);
  await server.call("POST", "/api/users", ada, { body: { firstName: "Ada", lastName: "Quill" } });
  expect((await server.call("GET", `/api/users/${ada.uid}`, bob)).body.data.followers).toBe(0);
});

test("the id of a playlist that is being deleted is nobody else's", async () => {
  const [ada, bob] = [await server.user(), await server.user()];
  const { _id: id } = await server.playlist(ada);
  const playlist = { title: "Mine now", description: "Taken over", private: false };
  const made = await duringTransaction(
    (tx) => deletePlaylist(tx, ada.uid, id),
    () => server.call("POST", "/api/playlists", bob, { body: { id, playlist } }),
  );
  expect([made.status, made.body.code]).toEqual([409, "id-taken"]);
});
