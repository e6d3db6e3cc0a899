import type { PersistedQuery } from "@tanstack/query-persist-client-core";
import Dexie from "dexie";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AccountDatabase, openDatabase } from "./database.ts";
import { createQueryStore, outdateQueries } from "./query-store.ts";

const Value = v.array(v.string());
let db: AccountDatabase;

beforeEach(() => {
  db = openDatabase("someone");
});
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

/** The parts of a query's state that the store looks at. */
const query = (value: unknown, begun: number, dataUpdatedAt = 1_000) =>
  ({
    buster: "1",
    queryHash: '["x"]',
    queryKey: ["x"],
    state: { data: { value, begun, seen: 0 }, dataUpdatedAt, status: "success", error: null },
  }) as unknown as PersistedQuery; // a state made by the library has more members, none of which is read here

function valueOf(stored: PersistedQuery | null | undefined): unknown {
  const data = stored?.state.data as { value: unknown } | undefined; // as `query` above makes it
  return data?.value;
}

test("the answer whose request began last stays, whichever arrives last", async () => {
  const store = createQueryStore(db, Value);
  await store.setItem("q-x", query(["new"], 2));
  await store.setItem("q-x", query(["old"], 1));
  expect(valueOf(await store.getItem("q-x"))).toEqual(["new"]);
});

test("an answer is kept however old it is, and one from the future counts as stale", async () => {
  const store = createQueryStore(db, Value, () => 10_000);
  await store.setItem("q-x", query(["a"], 1, 5));
  expect((await store.getItem("q-x"))?.state.dataUpdatedAt).toBe(5);
  await store.setItem("q-x", query(["b"], 2, 99_999));
  expect((await store.getItem("q-x"))?.state.dataUpdatedAt).toBe(1);
});

test("a failed read answers nothing and its row outlives the removal that follows", async () => {
  const store = createQueryStore(db, Value);
  await store.setItem("q-x", query(["a"], 1));
  vi.spyOn(db.queries, "get").mockRejectedValueOnce(new Error("disk"));
  expect(await store.getItem("q-x")).toBeUndefined();
  await store.removeItem("q-x");
  expect(valueOf(await store.getItem("q-x"))).toEqual(["a"]);
});

test("a row of another shape counts as absent", async () => {
  await createQueryStore(db, v.unknown()).setItem("q-x", query({ old: true }, 1));
  expect(await createQueryStore(db, Value).getItem("q-x")).toBeUndefined();
});

test("outdated rows are kept and stale, and so are those whose keys go on; others are not", async () => {
  const store = createQueryStore(db, Value);
  const keys = ['q-["x"]', 'q-["x","page"]', 'q-["xy"]'];
  for (const key of keys) await store.setItem(key, query(["a"], 1));
  await outdateQueries(db, [["x"]]);
  const ages = await Promise.all(
    keys.map(async (key) => (await store.getItem(key))?.state.dataUpdatedAt),
  );
  expect(ages).toEqual([1, 1, 1_000]);
});

test("past 200 rows the least recently used go", async () => {
  let now = 0;
  const store = createQueryStore(db, Value, () => (now += 1));
  for (let index = 0; index < 201; index += 1)
    await store.setItem(`q-${index}`, query([], index + 1));
  expect(await db.queries.count()).toBe(200);
  expect(await db.queries.get("q-0")).toBeUndefined();
});
