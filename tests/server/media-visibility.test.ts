/** What deliveries are judged by stays true however questions and writes meet (specification 15.13). */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { findDelivery, markForDeletion, releaseAssets } from "../../server/media/asset-rows.ts";
import { createDeliveryCache } from "../../server/media/delivery-cache.ts";
import { removeUser } from "../../server/users/delete-user.ts";
import { createTestServer, uploadReply, type TestServer, type TestUser } from "../support/server.ts";
import { queryAs } from "../support/database.ts";

let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  owner = await server.user({ artist: true });
});
afterAll(() => server.close());

const assetOf = (url: string) => url.slice("/media/".length);

/** The database, counting the questions it is asked. */
function counting(): { db: Database; asked: () => number } {
  let count = 0;
  const query: Database["query"] = (sql, params) => {
    count++;
    return server.db.query(sql, params);
  };
  return { db: { ...server.db, query }, asked: () => count };
}

test("is asked once until a song is written, by a statement or a transaction", async ({ skip }) => {
  skip(!server.db.onInvalidate, "others may write to this database");
  const song = await server.song(owner);
  const { db, asked } = counting();
  const find = createDeliveryCache(db);
  const look = async () => (await find(assetOf(song.url)))?.private;
  const change = (body: object) => server.call("PATCH", `/api/songs/${song._id}`, owner, { body });
  expect([await look(), await look(), await look(), asked()]).toEqual([false, false, false, 1]);
  await server.call("PATCH", `/api/users/${owner.uid}`, owner, { body: { firstName: "Bea" } });
  await server.call("PATCH", `/api/songs/like/${song._id}`, owner, { body: {} });
  expect([await look(), asked()]).toEqual([false, 1]);
  await change({ songData: { private: true } });
  expect([await look(), asked()]).toEqual([true, 2]);
  // One that is rolled back changes nothing.
  expect((await change({ songData: { private: false }, image: "/media/of-nobody" })).status).toBe(409);
  expect(await look()).toBe(true);
});

/** What a delivery is judged by after each of these is what the database says. */
test("no write to songs or files leaves an older answer behind", async () => {
  const user = await server.user({ artist: true });
  const newcomer = await server.user();
  const first = await server.asset(newcomer.uid);
  const [one, two, three] = [await server.song(user), await server.song(user), await server.song(user)];
  const image = await server.asset(user.uid, "image");
  const [unclaimed, next, early] = [
    await server.asset(user.uid),
    await server.asset(user.uid, "image"),
    await server.asset(user.uid),
  ];
  const assets = [...[one, two, three].map(({ url }) => assetOf(url)), image, unclaimed, next, early, first];
  const find = createDeliveryCache(server.db);
  const look = (by: typeof find) => Promise.all(assets.map((asset) => by(asset)));
  const edit = (body: object) => server.call("PATCH", `/api/songs/${one._id}`, user, { body });
  const acts: [string, () => Promise<unknown>][] = [
    ["a cover is claimed", () => edit({ songData: {}, image: `/media/${image}` })],
    ["a song is hidden", () => edit({ songData: { private: true } })],
    ["a song is shown", () => edit({ songData: { private: false } })],
    ["a cover is replaced", () => edit({ songData: {}, image: `/media/${next}` })],
    ["a song is made of an upload", () => createSongOf(user, early)],
    ["a song is deleted", () => server.call("DELETE", `/api/songs/${two._id}`, user)],
    ["everything of a user without songs goes", () => server.db.transaction((tx) => removeUser(tx, newcomer.uid))],
    ["a file is released", () => server.db.transaction((tx) => releaseAssets(tx, [assetOf(three.url)]))],
    ["an upload is about to be deleted", () => markForDeletion(server.db, [unclaimed])],
  ];
  let before = await look(find);
  for (const [what, act] of acts) {
    await act();
    const now = await look((asset) => findDelivery(server.db, asset));
    expect([what, await look(find)]).toEqual([what, now]);
    if (what !== "a cover is claimed") expect([what, now]).not.toEqual([what, before]);
    before = now;
  }
});

const createSongOf = (user: TestUser, asset: string) =>
  server.call("POST", "/api/songs", user, {
    body: {
      song: { title: "Slow Tide", artist: "Ada", album: null, genre: "Ska", private: false },
      metadata: uploadReply(asset),
      image: null,
    },
  });

test("an answer that was overtaken by a write is not remembered", async ({ skip }) => {
  skip(!server.db.onInvalidate, "others may write to this database");
  const song = await server.song(owner);
  let overtake: (() => Promise<unknown>) | undefined = () =>
    server.call("PATCH", `/api/songs/${song._id}`, owner, { body: { songData: { private: true } } });
  const query: Database["query"] = async <Row>(sql: string, params?: readonly unknown[]) => {
    const rows = await queryAs<Row>(server.db, sql, params);
    const first = overtake;
    overtake = undefined;
    await first?.();
    return rows;
  };
  const find = createDeliveryCache({ ...server.db, query });
  expect((await find(assetOf(song.url)))?.private).toBe(false);
  expect((await find(assetOf(song.url)))?.private).toBe(true);
});

test("a song that its owner hides or deletes stops at once, however often it was played", async () => {
  const [hidden, deleted] = [await server.song(owner), await server.song(owner)];
  const status = async (url: string) => (await server.call("HEAD", url, null)).status;
  for (let n = 0; n < 3; n++) {
    expect([await status(hidden.url), await status(deleted.url)]).toEqual([200, 200]);
  }
  const body = { songData: { private: true } };
  await server.call("PATCH", `/api/songs/${hidden._id}`, owner, { body });
  await server.call("DELETE", `/api/songs/${deleted._id}`, owner);
  expect([await status(hidden.url), await status(deleted.url)]).toEqual([403, 404]);
});

test("a database that others write to as well is asked every time", async () => {
  const song = await server.song(owner);
  const { db, asked } = counting();
  const { onInvalidate: _, ...shared } = db;
  const find = createDeliveryCache(shared);
  await find(assetOf(song.url));
  await find(assetOf(song.url));
  expect(asked()).toBe(2);
});
