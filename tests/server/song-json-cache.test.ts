/** Songs that are kept as JSON are told as if nothing were kept (specification 11.12, 12.3, 18.8). */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Song } from "../../contract/songs.ts";
import { toText } from "../../server/http/json.ts";
import { createSongJsonCache } from "../../server/songs/song-json-cache.ts";
import { listByIds } from "../../server/songs/song-lists.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let server: TestServer;
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  server = await createTestServer({ env: { RATE_FACTOR: "1000" } });
  owner = await server.user({ artist: true });
  stranger = await server.user();
});
afterAll(() => server.close());

const edit = (song: string, songData: object, image?: string | null) =>
  server.call("PATCH", `/api/songs/${song}`, owner, { body: { songData, image, confirmed: true } });

/** Every list that tells songs. */
const listsOf = ({ uid }: TestUser, songs: readonly string[], playlist: string) => [
  "/songs/public-songs",
  "/songs/all/",
  `/songs/accessible-songs/${uid}`,
  `/songs/mysongs/${owner.uid}`,
  `/songs?ids=${songs.join(",")}`,
  `/users/myFavoriteSongs/${uid}`,
  `/playlists/playlist/${playlist}`,
  "/search?q=tide",
];

test("another server on the database tells every change at once", { timeout: 120_000 }, async () => {
  const other = await server.beside();
  type Act = (song: string, songs: string[]) => Promise<{ status: number }>;
  const body = {};
  let edits = 0;
  /** Of every tag that was seen. */
  const texts = new Map<string, string>();
  const acts: Act[] = [
    (song) => edit(song, { title: `Tide ☾ é ${++edits}` }),
    (song) => edit(song, { artist: "Bea", album: "Ebb", genre: "Pop" }),
    async (song) => edit(song, {}, `/media/${await server.asset(owner.uid, "image")}`),
    (song) => edit(song, {}, null),
    (song) => edit(song, { private: true }),
    (song) => edit(song, { private: false }),
    (song) => server.call("PATCH", `/api/songs/like/${song}`, owner, { body }),
    (song) => server.call("PATCH", `/api/songs/like/${song}`, stranger, { body }),
    (song) => server.call("PATCH", `/api/songs/cancel-like/${song}`, stranger, { body }),
    (song) => server.call("PATCH", `/api/songs/played/${song}`, stranger, { body }),
    () => server.call("GET", "/api/songs/liked-most", owner),
    (_, songs) =>
      server.call("PATCH", `/api/songs/order/${owner.uid}`, owner, {
        body: { orderedList: songs.toReversed() },
      }),
    (song) => server.call("DELETE", `/api/songs/${song}`, owner),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(2)), { minLength: 4, maxLength: 8 }),
      async (history) => {
        const songs: string[] = [];
        for (let n = 0; n < 3; n++) songs.push((await server.song(owner, { private: n === 2 }))._id);
        const { _id: playlist } = await server.playlist(owner, { songs: songs.slice(0, 2) });
        for (const [act, n] of history) {
          const { status } = await act(songs[n] ?? "", songs);
          expect([200, 204, 404]).toContain(status);
          const fresh = await server.beside();
          for (const reader of [owner, stranger])
            for (const list of listsOf(reader, songs, playlist)) {
              const { text, headers } = await fresh.call("GET", `/api${list}`, reader);
              for (const one of [server, other]) {
                const reply = await one.call("GET", `/api${list}`, reader);
                expect(reply.text).toBe(text);
                expect(reply.headers["etag"]).toBe(headers["etag"]);
              }
              const name = `${reader.uid} ${list} ${String(headers["etag"])}`;
              expect(texts.get(name) ?? text, "a tag names one answer").toBe(text);
              texts.set(name, text);
            }
          await fresh.close();
        }
      },
    ),
    { numRuns: 4 },
  );
  await other.close();
});

test("every list tells what its reader likes and nobody else, and titles as they were written", async () => {
  const title = "Tide ☾ é 😀";
  const reader = await server.user();
  const songs: string[] = [];
  for (let n = 0; n < 5; n++) songs.push((await server.song(owner, { title }))._id);
  const [first = "", second = "", third = "", fourth = ""] = songs;
  // Ids of one age, not in the order of their likes, and those of others between them.
  for (const [who, song] of [
    [reader, fourth],
    [reader, second],
    [stranger, first],
    [stranger, third],
    [owner, second],
  ] as const)
    await server.call("PATCH", `/api/songs/like/${song}`, who, { body: {} });
  const { _id: playlist } = await server.playlist(owner, { songs });
  for (const list of listsOf(reader, songs, playlist)) {
    const { body } = await server.call("GET", `/api${list}`, reader);
    const { data } = body;
    const told: Song[] = Array.isArray(data) ? data : data.songs;
    const mine = told.filter(({ _id }) => songs.includes(_id));
    const found = Object.fromEntries(mine.map((song) => [song._id, [song.title, song.liked]]));
    const wanted = list.includes("Favorite") ? [second, fourth] : songs;
    const isLiked = (song: string) => song === second || song === fourth;
    expect([list, found]).toEqual([list, Object.fromEntries(wanted.map((song) => [song, [title, isLiked(song)]]))]);
  }
});

test("a song that is hidden or deleted while a list is written is not in it for strangers", async () => {
  const [hidden, deleted, kept] = [await server.song(owner), await server.song(owner), await server.song(owner)];
  const ids = [hidden._id, deleted._id, kept._id];
  const told = async ({ uid }: TestUser, songs: Awaited<ReturnType<typeof listByIds>>) => {
    const written = await createSongJsonCache(server.deps).write(uid, songs);
    return (JSON.parse(toText(written)) as Song[]).map(({ _id, private: isPrivate }) => [_id, isPrivate]);
  };
  const [seen, own] = [await listByIds(server.db, stranger.uid, ids), await listByIds(server.db, owner.uid, ids)];
  expect(seen.map(({ id }) => id)).toEqual(ids);
  await edit(hidden._id, { private: true, title: "Secret" });
  await server.call("DELETE", `/api/songs/${deleted._id}`, owner);
  expect(await told(stranger, seen)).toEqual([[kept._id, false]]);
  expect(await told(owner, own)).toEqual([
    [hidden._id, true],
    [kept._id, false],
  ]);
});

test("what the owner of a private song was told is told to nobody else, and signed anew", async () => {
  const song = await server.song(owner, { private: true, title: "Canary" });
  const list = `/api/songs?ids=${song._id}`;
  const first = await server.call("GET", list, owner);
  expect(first.body.data[0]).toEqual(song);
  const others = await server.call("GET", list, stranger);
  expect(others.body).toEqual({ data: [], next: null });
  server.clock.now += 50 * 60_000;
  const later = await server.call("GET", list, owner);
  expect(later.body.data[0].url).not.toBe(song.url);
  expect({ ...later.body.data[0], url: "" }).toEqual({ ...song, url: "" });
});

test("an edit that is rolled back was never told", async () => {
  const song = await server.song(owner, { title: "Before" });
  const undone = server.db.transaction(async (tx) => {
    await tx.query("update songs set title = 'After' where id = $1", [song._id]);
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  const { body } = await server.call("GET", `/api/songs?ids=${song._id}`, stranger);
  expect(body.data[0].title).toBe("Before");
});

test("lists that were told before ask one statement, and another for songs that changed", async () => {
  const songs = [await server.song(owner), await server.song(owner)];
  const { query } = server.db;
  let asked = 0;
  server.db.query = (sql, params) => {
    asked++;
    return query(sql, params);
  };
  let round = 0;
  const ask = async () => {
    asked = 0;
    // An address of its own, so that no whole answer is given again.
    const list = `/api/songs?ids=${songs.map(({ _id }) => _id).join(",")}&round=${++round}`;
    expect((await server.call("GET", list, stranger)).body.data).toHaveLength(2);
    return asked;
  };
  await ask();
  expect(await ask()).toBe(1);
  await server.call("PATCH", `/api/songs/like/${songs[0]?._id}`, owner, { body: {} });
  expect(await ask()).toBe(1);
  await edit(songs[0]?._id ?? "", { title: "Neap" });
  expect([await ask(), await ask()]).toEqual([2, 1]);
  server.db.query = query;
});

test("keeps no more than it may, and tells all the same", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await server.song(owner, { title: `Neap ${n}` }))._id);
  let asked: number[] = [];
  const query: typeof server.db.query = (sql, params = []) => {
    asked.push((JSON.parse(String(params[1])) as string[]).length);
    return server.db.query(sql, params);
  };
  const bodies = createSongJsonCache({ ...server.deps, db: { ...server.db, query } }, 3);
  const tell = async (wanted: string[]) => {
    asked = [];
    const written = await bodies.write(owner.uid, await listByIds(server.db, owner.uid, wanted));
    expect((JSON.parse(toText(written)) as Song[]).map(({ _id }) => _id)).toEqual(wanted);
    return asked;
  };
  expect(await tell(ids)).toEqual([5]);
  expect(await tell(ids)).toEqual([2]);
  expect(await tell(ids)).toEqual([2]);
});
