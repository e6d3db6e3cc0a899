import { afterEach, beforeEach, expect, test } from "vitest";
import { putInBatches, readInBatches } from "./batches.ts";
import { type AccountDatabase, openDatabase } from "./database.ts";
import { createLive } from "./live.ts";

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

test.each([0, 1, 100, 101, 350])(
  "%i rows are written and read whole and in order",
  async (count) => {
    await putInBatches(db.queries, rows(count));
    const read: string[] = [];
    await readInBatches(db.queries, (batch) => void read.push(...batch.map(({ key }) => key)));
    expect(read).toEqual(rows(count).map(({ key }) => key));
  },
);

test("a row that changes while its table is being read is told", async () => {
  await putInBatches(db.queries, rows(3));
  let reads = 0;
  const live = createLive(db.queries, async () => {
    const all = await db.queries.toArray();
    reads += 1;
    // This one has read what is changed now.
    if (reads === 1) await db.queries.update("q-0001", { usedAt: 20 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    return all;
  });
  await expect.poll(() => live.get()?.[1]?.usedAt).toBe(20);
  live.close();
});
