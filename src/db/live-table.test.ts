import Dexie, { RangeSet } from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AccountDatabase, openDatabase, type OutboxRow } from "./database.ts";
import { createLiveTable, type LiveTable } from "./live-table.ts";
import { enqueue } from "./outbox-enqueue.ts";
import { entryOf, markAcked, markSent, type OutboxView, viewOf } from "./outbox-table.ts";

let db: AccountDatabase;
let live: LiveTable<OutboxView> | undefined;
let read: number[];

beforeEach(() => {
  db = openDatabase(crypto.randomUUID());
  read = [];
});
afterEach(() => {
  live?.close();
  return db.delete();
});

const idOf = (index: number) => `01890a5d-ac96-774b-bcce-b30209${(index + 0x100000).toString(16)}`;
const like = (index: number, liked = true) => enqueue(db, { kind: "like", songId: idOf(index), liked });

const take = (row: OutboxRow) => {
  read.push(row.seq);
  return entryOf(row, db.uid);
};
const follow = () => (live = createLiveTable(db.outbox, take, (kept) => viewOf(kept.values())));
const shown = () => live?.get()?.rows.map(({ seq, state }) => `${seq} ${state}`);

async function queue(count: number): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    for (let index = 0; index < count; index += 1) await like(index);
  });
}

test("a change reads its own row again and no other, in a long table as well", async () => {
  await queue(300);
  follow();
  await expect.poll(() => live?.get()?.rows.length).toBe(300);
  read = [];
  await markSent(db, 7);
  await expect.poll(() => shown()?.[6]).toBe("7 sent");
  await markAcked(db, 7);
  await expect.poll(() => shown()?.[6]).toBe("7 acked");
  expect(new Set(read)).toEqual(new Set([7]));
  expect(live?.get()?.rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
});

test("a row that goes, one that comes and a cleared table are told", async () => {
  await queue(3);
  follow();
  await expect.poll(() => shown()?.length).toBe(3);
  // In place of the row 2, at the end.
  await like(1, false);
  await expect.poll(shown).toEqual(["1 waiting", "3 waiting", "4 waiting"]);
  await db.outbox.where("seq").above(1).delete();
  await expect.poll(shown).toEqual(["1 waiting"]);
  await db.outbox.clear();
  await expect.poll(shown).toEqual([]);
});

test("a row comes with the one that makes way for it, also where the word of it is late", async () => {
  await queue(2);
  follow();
  await expect.poll(() => shown()?.length).toBe(2);
  const seen: (string[] | undefined)[] = [];
  live?.subscribe(() => seen.push(shown()));
  const told = vi.spyOn(Dexie.on.storagemutated, "fire").mockReturnValue(undefined);
  await like(0, false);
  expect(told).toHaveBeenCalled();
  told.mockRestore();
  // Word of an earlier change of the row that is gone by now.
  Dexie.on.storagemutated.fire({ [`idb://${db.name}/outbox/`]: new RangeSet(1) });
  await expect.poll(shown).toEqual(["2 waiting", "3 waiting"]);
  for (const rows of seen) expect(rows).toHaveLength(2);
});

test("a row that changes while the table is being read is told", async () => {
  await queue(250);
  let changed = false;
  live = createLiveTable(
    db.outbox,
    (row) => {
      if (row.seq === 1 && !changed) {
        changed = true;
        // In a task of its own: this one is the reading transaction's.
        setTimeout(() => void markSent(db, 1));
      }
      return entryOf(row, db.uid);
    },
    (kept) => viewOf(kept.values()),
  );
  await expect.poll(() => shown()?.[0]).toBe("1 sent");
});

test("what could not be read is read at the next change", async () => {
  await queue(2);
  follow();
  await expect.poll(() => shown()?.length).toBe(2);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const failing = vi.spyOn(db.outbox, "bulkGet").mockImplementation(() => {
    throw new Error("The disk is failing");
  });
  await markSent(db, 1);
  await expect.poll(() => failing.mock.calls.length).toBe(1);
  failing.mockRestore();
  await markSent(db, 2);
  await expect.poll(shown).toEqual(["1 sent", "2 sent"]);
});

test("changes that come in a row are told together", async () => {
  await queue(100);
  follow();
  await expect.poll(() => live?.get()?.rows.length).toBe(100);
  let told = 0;
  live?.subscribe(() => (told += 1));
  for (let seq = 1; seq <= 100; seq += 1) await markSent(db, seq);
  await expect.poll(() => shown()?.[99]).toBe("100 sent");
  expect(told).toBeLessThan(50);
});

test("a read that fails once is repeated, without a change", async () => {
  await queue(2);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(db, "transaction").mockRejectedValueOnce(new DOMException("The connection was lost", "UnknownError"));
  follow();
  await expect.poll(shown, { timeout: 5_000 }).toEqual(["1 waiting", "2 waiting"]);
});
