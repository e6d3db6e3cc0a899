/** Which song comes next (specification 17.9). */
import { downloadOf } from "../tests/support/items.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Download } from "../contract/worker-messages.ts";
import { type AccountDatabase, openDatabase } from "../src/db/database.ts";
import { longestWaitMs } from "../src/sync/backoff.ts";
import { markFull, markReady, type Remaining, takeNext } from "./download-rows.ts";

const now = Date.UTC(2026, 10, 22);
let db: AccountDatabase;
let busy: Set<string>;
let remaining: Remaining;

beforeEach(() => {
  db = openDatabase("somebody");
  busy = new Set();
  remaining = { ids: [] };
});
afterEach(() => db.delete());

const row = (n: number, more: Partial<Download> = {}) => downloadOf(n, { rank: n, ...more });

/** The title of the next song, which then arrives. */
async function next(at = now): Promise<string | number | undefined> {
  const taken = await takeNext(db, busy, at, remaining);
  if (typeof taken !== "object") return taken;
  await markReady(db, taken, taken.bytes);
  busy.delete(taken.songId);
  return taken.title;
}

test("the highest rank first; one that is due later waits, and one left by a worker that died does not", async () => {
  await db.downloads.bulkAdd([row(1), row(2, { state: "downloading" }), row(3, { notBefore: now + 50 }), row(4)]);
  expect([await next(), await next()]).toEqual(["Song 4", "Song 2"]);
  await db.downloads.add(row(9));
  remaining.ids = [];
  expect([await next(), await next(), await next()]).toEqual(["Song 9", "Song 1", 50]);
  expect([await next(now + 50), await next()]).toEqual(["Song 3", undefined]);
});

test("a time that only a wrong clock can have written holds nothing up", async () => {
  await db.downloads.bulkAdd([row(1, { notBefore: now + longestWaitMs }), row(2, { notBefore: Date.UTC(2040, 0) })]);
  expect([await next(), await next()]).toEqual(["Song 2", longestWaitMs]);
});

test("where one of an unknown size finds no space, all others are tried", async () => {
  await db.downloads.bulkAdd([row(1, { bytes: 900 }), row(2, { bytes: 0 })]);
  await markFull(db, row(2, { bytes: 0 }), now);
  expect((await db.downloads.toArray()).map(({ state }) => state)).toEqual(["wanted", "failed"]);
});

test("where one finds no space, the smaller ones are still tried, and no larger one is", async () => {
  await db.downloads.bulkAdd([row(1, { bytes: 900 }), row(2), row(3, { bytes: 2_000 })]);
  await markFull(db, row(2), now);
  expect((await db.downloads.toArray()).map(({ state, problem }) => problem ?? state)).toEqual([
    "wanted",
    "quota",
    "quota",
  ]);
});

test("a full disk that takes the note of one song and no more keeps that one from being fetched again", async () => {
  await db.downloads.bulkAdd([row(1, { bytes: 2_000 }), row(2)]);
  const { put } = IDBObjectStore.prototype;
  let taken = 0;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, one, key) {
    if (taken++ > 0) throw new DOMException("No space", "QuotaExceededError");
    return put.call(this, one, key);
  });
  await expect(markFull(db, row(2), now)).rejects.toThrow("No space");
  expect((await db.downloads.toArray()).map(({ state }) => state)).toEqual(["wanted", "failed"]);
});

test("what was unliked, has arrived or is on its way since the rows were read is passed over", async () => {
  await db.downloads.bulkAdd([1, 2, 3, 4, 5].map((n) => row(n)));
  expect(await next()).toBe("Song 5");
  await db.downloads.delete(row(4).songId);
  await markReady(db, row(3), 1_000);
  busy.add(row(2).songId);
  expect([await next(), await next()]).toEqual(["Song 1", undefined]);
});

test("songs added without a word come when the others are there", async () => {
  await db.downloads.add(row(1));
  expect(await next()).toBe("Song 1");
  await db.downloads.add(row(2));
  expect(await next()).toBe("Song 2");
});

test("of many songs the rows are not read for each", async () => {
  await db.downloads.bulkAdd(Array.from({ length: 60 }, (_, n) => row(n)));
  let read = 0;
  db.downloads.hook("reading", (one) => {
    read += 1;
    return one;
  });
  for (let count = 0; count < 60; count += 1) expect(await next()).toBe(`Song ${59 - count}`);
  expect(await next()).toBeUndefined();
  expect(read).toBeLessThan(60 * 15);
});
