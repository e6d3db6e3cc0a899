/** The four orders: the set is kept whatever a device sends (specification 7). */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let server: TestServer;
let owner: TestUser;
/** Seven songs of the owner, and an id of nothing. */
let songs: string[];
let playlist: string;
let playlists: string[];
const absent = "00000000-0000-7000-8000-000000000000";

beforeAll(async () => {
  server = await createTestServer({ env: { RATE_FACTOR: "10" } });
  owner = await server.user({ artist: true });
  songs = [];
  for (let i = 0; i < 7; i++) songs.push((await server.song(owner))._id);
  for (const id of songs) await server.call("PATCH", `/api/songs/like/${id}`, owner, { body: {} });
  playlist = (await server.playlist(owner, { songs }))._id;
  playlists = [playlist];
  for (let i = 0; i < 4; i++) playlists.push((await server.playlist(owner, { private: true }))._id);
});
afterAll(() => server.close());

interface List {
  name: string;
  /** Where all ids are read, in order. */
  read: () => string;
  order: () => string;
  all: () => string[];
}

const lists: List[] = [
  {
    name: "own songs",
    read: () => `/api/songs/mysongs/${owner.uid}?fields=ids`,
    order: () => `/api/songs/order/${owner.uid}`,
    all: () => songs,
  },
  {
    name: "favourites",
    read: () => `/api/users/myFavoriteSongs/${owner.uid}?fields=ids`,
    order: () => `/api/songs/order-favorite/${owner.uid}`,
    all: () => songs,
  },
  {
    name: "own playlists",
    read: () => `/api/playlists/my-lists/${owner.uid}?fields=ids`,
    order: () => `/api/playlists/order/${owner.uid}`,
    all: () => playlists,
  },
  {
    name: "songs of a playlist",
    read: () => `/api/playlists/playlist/${playlist}?fields=ids`,
    order: () => `/api/playlists/order-songs/${playlist}`,
    all: () => songs,
  },
];

describe.each(lists)("$name", ({ read, order, all }) => {
  const current = async (): Promise<string[]> => (await server.call("GET", read(), owner)).body.data;
  const send = (body: unknown, key?: string) =>
    server.call("PATCH", order(), owner, { body, ...(key === undefined ? {} : { key }) });

  // 7.5, 7.6
  test("takes the order it is sent, and tells it", async () => {
    const base = await current();
    const orderedList = base.toReversed();
    const reply = await send({ orderedList, base });
    expect([reply.status, reply.body]).toEqual([200, { data: { orderedList } }]);
    expect(await current()).toEqual(orderedList);
    // The pages follow the same order.
    const page = await server.call("GET", read().replace("fields=ids", "limit=500"), owner);
    const items = page.body.data.songs ?? page.body.data;
    expect(items.map((item: { _id: string }) => item._id)).toEqual(orderedList);
  });

  // 7.17
  test("does nothing on a repetition, even after a later order", async () => {
    const base = await current();
    const first = { orderedList: base.toReversed(), base };
    const key = `order-${order()}:1`.replaceAll("/", "_");
    const told = await send(first, key);
    await send({ orderedList: base, base: base.toReversed() });
    expect((await send(first, key)).text).toBe(told.text);
    expect(await current()).toEqual(base);
  });

  // 7.7
  test("refuses an id that occurs twice", async () => {
    const [a = absent] = await current();
    const reply = await send({ orderedList: [a, a] });
    expect([reply.status, reply.body.code]).toEqual([422, "invalid-request"]);
  });

  // 7.7, 7.9
  test("keeps its set under stale, foreign, missing and doubled ids", async () => {
    const whole = (await current()).toSorted();
    const foreign = [absent, absent.replace("8000", "8001"), ...songs.slice(0, 2), ...playlists];
    const ids = fc.array(fc.constantFrom(...all(), ...foreign), { maxLength: 12 });
    const bodies = fc.record(
      { orderedList: ids.map((list) => [...new Set(list)]), base: ids, moved: ids },
      { requiredKeys: ["orderedList"] },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const reply = await send(body);
        expect(reply.status).toBe(200);
        expect(reply.body.data.orderedList).toEqual(await current());
        expect((await current()).toSorted()).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });
});

test("two devices that moved different songs both find theirs where they put it", async () => {
  const url = `/api/playlists/order-songs/${playlist}`;
  const base: string[] = (await server.call("GET", `/api/playlists/playlist/${playlist}?fields=ids`, owner)).body.data;
  const [a = "", b = "", ...rest] = base;
  const send = (orderedList: string[], moved: string[]) =>
    server.call("PATCH", url, owner, { body: { orderedList, base, moved } });
  await send([b, ...rest, a], [a]);
  const reply = await send([a, rest[0] ?? "", b, ...rest.slice(1)], [b]);
  expect(reply.body.data.orderedList).toEqual([rest[0], b, ...rest.slice(1), a]);
});

// 7.8
test("an order may be 2 MB, any other body 128 KiB", async () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => `00000000-0000-7000-8000-${String(i).padStart(12, "0")}`);
  const url = `/api/songs/order-favorite/${owner.uid}`;
  const reply = await server.call("PATCH", url, owner, { body: { orderedList: ids, base: ids } });
  expect(reply.status).toBe(200);
  const large = { orderedList: [], padding: "x".repeat(2_000_000) };
  expect((await server.call("PATCH", url, owner, { body: large })).status).toBe(413);
  const body = { songList: [], padding: "x".repeat(140_000) };
  expect((await server.call("PUT", "/api/playlists/top", owner, { body })).status).toBe(413);
});

test("the order of a stranger's list is not to be had", async () => {
  const other = await server.user();
  for (const { order, name } of lists) {
    const reply = await server.call("PATCH", order(), other, { body: { orderedList: [] } });
    expect([name, reply.status]).toEqual([name, 403]);
  }
});
