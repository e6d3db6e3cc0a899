import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteInBatches, putInBatches, readInBatches } from "./batches.ts";
import { type AccountDatabase, openDatabase } from "./database.ts";

let db: AccountDatabase;
beforeEach(() => {
  db = openDatabase(crypto.randomUUID());
});
afterEach(() => db.delete());

const rows = (count: number, usedAt = 0) =>
  Array.from({ length: count }, (_, index) => ({
    key: `q-${String(index).padStart(4, "0")}`,
    query: { buster: "1", state: { data: null, dataUpdatedAt: 0 } },
    begun: 0,
    usedAt,
  }));

test.each([0, 1, 100, 101, 350])("%i rows are written and read whole and in order", async (count) => {
  await putInBatches(db.queries, rows(count));
  const read: string[] = [];
  await readInBatches(db.queries, (batch) => void read.push(...batch.map(({ key }) => key)));
  expect(read).toEqual(rows(count).map(({ key }) => key));
});

test("rows are deleted, however many", async () => {
  await putInBatches(db.queries, rows(350));
  const [kept, ...gone] = rows(350).map(({ key }) => key);
  await deleteInBatches(db.queries, gone);
  expect(await db.queries.toCollection().primaryKeys()).toEqual([kept]);
});
