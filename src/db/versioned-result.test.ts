import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { versioned } from "./versioned-result.ts";
import { type AccountDatabase, openDatabase } from "./database.ts";
import { enqueue } from "./outbox-enqueue.ts";
import { markAcked } from "./outbox-table.ts";

const songId = "01890a5d-ac96-774b-bcce-b302099a8057";
let db: AccountDatabase;
beforeEach(() => {
  db = openDatabase("someone");
});
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

const full = () =>
  vi.spyOn(db.counters, "put").mockImplementation(() => {
    throw new Dexie.QuotaExceededError("full");
  });

test("the beginning is counted before the request, acknowledgements with it", async () => {
  await enqueue(db, { kind: "like", songId, liked: true });
  const early = await versioned(db, () => markAcked(db, 1));
  const late = await versioned(db, async () => "x");
  expect(early).toMatchObject({ begun: 1, seen: 0 });
  expect(late).toMatchObject({ value: "x", begun: 2, seen: 1 });
});

test("a full device still gets answers, in their order, and forgets no acknowledgement", async () => {
  await enqueue(db, { kind: "like", songId, liked: true });
  await markAcked(db, 1);
  await versioned(db, async () => "before");
  full();
  expect(await versioned(db, async () => "x")).toMatchObject({ value: "x", begun: 1, seen: 1 });
});

test("a device without any storage gets answers", async () => {
  db.close({ disableAutoOpen: false });
  vi.spyOn(db, "transaction").mockRejectedValue(new Dexie.MissingAPIError("none"));
  vi.spyOn(db.counters, "toArray").mockRejectedValue(new Dexie.MissingAPIError("none"));
  expect(await versioned(db, async () => "x")).toMatchObject({ value: "x", begun: 0, seen: 0 });
});

test.each(["x", NaN, {}, undefined])(
  "counters that hold %s go on above all that was counted, and count",
  async (value) => {
    const before = await versioned(db, async () => "before");
    for (const name of ["ack", "request"]) await db.table("counters").put({ name, value });
    const [first, second] = [await versioned(db, async () => 1), await versioned(db, async () => 2)];
    expect(first.begun).toBeGreaterThan(before.begun);
    expect(second.begun).toBe(first.begun + 1);
    await enqueue(db, { kind: "like", songId, liked: true });
    await markAcked(db, 1);
    expect((await db.outbox.get(1))?.ackSeq).toBeGreaterThan(second.seen);
    expect((await versioned(db, async () => 3)).seen).toBe((await db.outbox.get(1))?.ackSeq);
  },
);

test("a failed request stays failed", async () => {
  await expect(versioned(db, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});
