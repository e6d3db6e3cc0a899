import Dexie from "dexie";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countRows } from "../../tests/support/count-rows.ts";
import { type AccountDatabase, openDatabase } from "./database.ts";
import {
  createQueryStore,
  forgetQueries,
  maxRows,
  outdateQueries,
  pinQueries,
  pruneQueries,
  useNotedMs,
} from "./query-store.ts";
import { rowsPerRead } from "./batched-reads.ts";

const Value = v.array(v.string());
const hash = '["x"]';
let db: AccountDatabase;
let now: number;

beforeEach(() => {
  db = openDatabase("someone");
  now = 1_700_000_000_000;
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

const storeOf = (schema: v.GenericSchema = Value) => createQueryStore(db, schema, () => now);
const answer = (value: unknown, begun = 1) => ({ value, begun, seen: 0 });
const read = async () => (await storeOf().read(hash))?.data.value;

test("the answer whose request began last stays, whichever arrives last", async () => {
  await storeOf().write(hash, answer(["new"], 2));
  await storeOf().write(hash, answer(["old"], 1));
  expect(await read()).toEqual(["new"]);
});

test("an answer is kept however old it is, and one from the future counts as stale", async () => {
  const written = now;
  await storeOf().write(hash, answer(["a"]));
  now += 400 * 24 * 3_600_000;
  expect((await storeOf().read(hash))?.dataUpdatedAt).toBe(written);
  now = 5_000;
  expect(await storeOf().read(hash)).toEqual({ data: answer(["a"]), dataUpdatedAt: 1 });
});

test("a failed read and a failed write cost nothing but themselves", async () => {
  const store = storeOf();
  await store.write(hash, answer(["a"]));
  vi.spyOn(db.queries, "bulkGet").mockImplementationOnce(() => {
    throw new Error("disk");
  });
  expect(await store.read(hash)).toBeUndefined();
  expect(await read()).toEqual(["a"]);
  vi.spyOn(db.queries, "put").mockImplementationOnce(() => {
    throw new Dexie.QuotaExceededError("full");
  });
  await store.write(hash, answer(["b"], 2));
  expect(await read()).toEqual(["a"]);
});

test("rows that cannot be read count as absent, and the others stay", async () => {
  const rows = [
    { key: 'q-["other"]', query: { buster: "1", state: { data: answer({ a: 1 }) } } },
    { key: 'q-["x"]' },
    { key: 'q-["x","broken"]', query: 5 },
  ];
  await db.table("queries").bulkPut(rows);
  expect(await read()).toBeUndefined();
  expect(await storeOf().read('["other"]')).toBeUndefined();
  await outdateQueries(db, [["x"], ["other"]]);
  await storeOf().write(hash, answer(["a"]));
  expect(await read()).toEqual(["a"]);
  expect(await db.queries.count()).toBe(3);
});

test("a row of another meaning counts as absent", async () => {
  await storeOf().write(hash, answer(["a"]));
  await db.queries.toCollection().modify((row) => {
    row.query.buster = "0";
  });
  expect(await read()).toBeUndefined();
});

test("outdated rows are kept and stale, and so are those whose keys go on; others are not", async () => {
  const store = storeOf();
  const hashes = ['["x"]', '["x","page"]', '["xy"]'];
  for (const one of hashes) await store.write(one, answer(["a"]));
  await outdateQueries(db, [["x"]]);
  const ages = await Promise.all(hashes.map(async (one) => (await store.read(one))?.dataUpdatedAt));
  expect(ages).toEqual([1, 1, now]);
});

test("what is outdated already is not written again", async () => {
  const hashes = ['["x"]', '["x","page"]'];
  for (const one of hashes) await storeOf().write(one, answer(["a"]));
  const counted = countRows(db);
  for (const written of [2, 2]) {
    await outdateQueries(db, [["x"]]);
    expect(counted.written("queries")).toBe(written);
  }
});

test("past so many rows the least recently used go", async () => {
  const store = createQueryStore(
    db,
    Value,
    () => (now += 1),
    (run) => run(),
  );
  for (let index = 0; index < maxRows; index += 1) await store.write(`[${index}]`, answer([], index));
  now += useNotedMs;
  const written = now;
  await store.read("[0]");
  // Its use is noted without anybody waiting for it.
  await vi.waitFor(async () => expect((await db.queries.get("q-[0]"))?.usedAt).toBeGreaterThan(written));
  await store.write(`[${maxRows}]`, answer([], maxRows));
  expect(await db.queries.count()).toBe(maxRows);
  expect(await db.queries.get("q-[0]")).toBeDefined();
  expect(await db.queries.get("q-[1]")).toBeUndefined();
});

test("pinned rows are never evicted, and take no room from the others", async () => {
  const store = createQueryStore(db, Value, () => (now += 1));
  const pinned = Array.from({ length: 30 }, (_, index) => `["songs","favourites","${index}"]`);
  for (const one of pinned) await store.write(one, answer(["a"]));
  pinQueries(db, [["songs", "favourites"]]);
  for (let index = 0; index < maxRows + 20; index += 1) await store.write(`[${index}]`, answer([], index));
  expect(await db.queries.count()).toBe(maxRows + pinned.length);
  expect(await db.queries.where("key").startsWith('q-["songs","favourites"').count()).toBe(pinned.length);
  expect(await db.queries.get("q-[19]")).toBeUndefined();
  expect(await db.queries.get("q-[20]")).toBeDefined();
});

test("parts that a list is no longer cut into are deleted, and nothing else", async () => {
  const store = storeOf();
  for (const one of ['["songs","a","first"]', '["songs","a","x"]', '["songs","ab","x"]', '["songs","b","x"]'])
    await store.write(one, answer(["a"]));
  await pruneQueries(db, ["songs", "a"], new Set(["first", "y"]));
  expect(await db.queries.orderBy("key").primaryKeys()).toEqual([
    'q-["songs","a","first"]',
    'q-["songs","ab","x"]',
    'q-["songs","b","x"]',
  ]);
});

test("a use is noted once a day, and not between the reads of a start", async () => {
  const noted: (() => void)[] = [];
  const store = createQueryStore(
    db,
    Value,
    () => now,
    (run) => noted.push(run),
  );
  await store.write(hash, answer(["a"]));
  now += useNotedMs - 1;
  await store.read(hash);
  expect(noted).toHaveLength(0);
  now += 1;
  const update = vi.spyOn(db.queries, "update");
  await store.read(hash);
  expect(update).not.toHaveBeenCalled();
  noted.forEach((note) => note());
  await vi.waitFor(async () => expect((await db.queries.toArray())[0]?.usedAt).toBe(now));
  await store.read(hash);
  expect(noted).toHaveLength(1);
  // The note was made by a clock that was ahead.
  now -= 2 * useNotedMs;
  await store.read(hash);
  expect(noted).toHaveLength(2);
});

test("answers that are asked for at once are read in a few turns, each its own", async () => {
  const store = storeOf();
  const hashes = Array.from({ length: 32 }, (_, index) => `[${index}]`);
  for (const one of hashes) await store.write(one, answer([one]));
  const reads = vi.spyOn(db.queries, "bulkGet");
  const found = await Promise.all([...hashes, "[none]"].map((one) => store.read(one)));
  expect(found.map((one) => one?.data.value)).toEqual([...hashes.map((one) => [one]), undefined]);
  expect(reads.mock.calls.map(([keys]) => keys.length)).toEqual([
    ...Array.from({ length: 32 / rowsPerRead }, () => rowsPerRead),
    1,
  ]);
});

// 3.11.6
test("what is gone goes with all that begins with its key, and a storage that is closed stops nobody", async () => {
  const stored = ['["x"]', '["x","ben"]', '["x","ben","1"]', '["x","bent"]', '["y","ben"]'];
  for (const one of stored) await storeOf().write(one, answer(["kept"]));
  await forgetQueries(db, [["x", "ben"], ["z"]]);
  const left = (await db.queries.toCollection().primaryKeys()).map((key) => key.slice("q-".length));
  expect(left).toEqual(['["x","bent"]', '["x"]', '["y","ben"]']);
  db.close({ disableAutoOpen: true });
  await forgetQueries(db, [["x"]]);
});
