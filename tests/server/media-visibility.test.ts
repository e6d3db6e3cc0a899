/** What deliveries are judged by stays true however questions and writes meet (specification 15.13). */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createDeliveryCache } from "../../server/media/media-access.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

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

test("is asked once until a song or an upload is written, by a statement or a transaction", async ({ skip }) => {
  skip(!server.db.onWrite, "others may write to this database");
  const song = await server.song(owner);
  const { db, asked } = counting();
  const find = createDeliveryCache(db);
  const look = async () => (await find(assetOf(song.url)))?.private;
  expect([await look(), await look(), await look(), asked()]).toEqual([false, false, false, 1]);
  await server.db.query("update users set first_name = first_name");
  expect([await look(), asked()]).toEqual([false, 1]);
  await server.db.query("update songs set private = true where id = $1", [song._id]);
  expect([await look(), asked()]).toEqual([true, 2]);
  await server.db.transaction(async (tx) => {
    await tx.query(
      "with changed as (\n  update songs set private = false where id = $1 returning id) select id from changed",
      [song._id],
    );
  });
  expect([await look(), asked()]).toEqual([false, 3]);
  const undone = server.db.transaction(async (tx) => {
    await tx.query("update songs set private = true where id = $1", [song._id]);
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await look()).toBe(false);
});

test("an answer that was overtaken by a write is not remembered", async ({ skip }) => {
  skip(!server.db.onWrite, "others may write to this database");
  const song = await server.song(owner);
  let overtake: (() => Promise<unknown>) | undefined = () =>
    server.db.query("update songs set private = true where id = $1", [song._id]);
  const query: Database["query"] = async <Row>(sql: string, params?: readonly unknown[]) => {
    const rows = await server.db.query<Row>(sql, params);
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
  const { onWrite: _, ...shared } = db;
  const find = createDeliveryCache(shared);
  await find(assetOf(song.url));
  await find(assetOf(song.url));
  expect(asked()).toBe(2);
});
