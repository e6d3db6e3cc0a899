/** Playlists in the queue before the server has heard of them (specification 5.15, 17.20, 17.21, 17.25). */
import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countRows } from "../../tests/support/count-rows.ts";
import { songsOfPlaylist } from "../../contract/list-names.ts";
import type { Operation } from "../../contract/outbox-operations.ts";
import { type AccountDatabase, openDatabase } from "./database.ts";
import { discard, markAttention, restore, retry } from "./outbox-decisions.ts";
import { enqueue, enqueueAll } from "./outbox-enqueue.ts";
import { markAcked, markSent, postpone, readOutbox } from "./outbox-table.ts";

const idOf = (digit: number) => `01890a5d-ac96-774b-bcce-b302099a80${digit}0`;
const [shore, coast, song] = [idOf(1), idOf(2), idOf(3)] as const;

let db: AccountDatabase;
beforeEach(() => {
  db = openDatabase("ada");
});
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

const form = { title: "Shore", description: "By the sea", genre: null, private: true };
const create = (playlistId: string): Operation => ({ kind: "create-playlist", playlistId, playlist: form });
const edit = (playlistId: string, playlist: object, image?: string | null): Operation => ({
  kind: "edit-playlist",
  playlistId,
  playlist,
  ...(image !== undefined && { image }),
});
const remove = (playlistId: string): Operation => ({ kind: "delete-playlist", playlistId });
const add = (playlistId: string, added = true): Operation => ({
  kind: "playlist-song",
  playlistId,
  songId: song,
  added,
});
const order = (playlistId: string): Operation => ({
  kind: "order",
  list: songsOfPlaylist(playlistId),
  orderedList: [song],
  base: [song],
  moved: [song],
});
const want = async (...operations: Operation[]) => {
  for (const operation of operations) await enqueue(db, operation);
};
const rows = async () => (await readOutbox(db)).rows;
const told = async () => (await rows()).map(({ operation, state }) => [operation.kind, state]);
const problem = { code: "x", title: "No" };
const refuse = async (seq: number) => {
  await markSent(db, seq);
  await markAttention(db, seq, problem);
};

const songsTo = (playlistId: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    operation: { ...add(playlistId), songId: `${song.slice(0, -3)}${100 + at}` } as Operation,
  }));

test("hundreds of songs for one playlist: each reads little of what waits", async () => {
  const counted = countRows(db);
  await enqueueAll(db, songsTo(shore, 200));
  expect(await rows()).toHaveLength(200);
  expect(counted.read("outbox")).toBeLessThan(1_000);
});

// 17.21
test("changes that belong together are stored as a whole, or not at all", async () => {
  const add = vi.spyOn(db.outbox, "add");
  const full = new DOMException("The disk is full", "QuotaExceededError");
  add.mockImplementation((row) =>
    row.target === `playlist:${shore}` ? db.outbox.put(row as never) : Dexie.Promise.reject(full),
  );
  await expect(enqueueAll(db, [{ operation: create(shore) }, ...songsTo(shore, 2)])).rejects.toThrow("full");
  expect(await rows()).toEqual([]);
  add.mockRestore();
  await enqueueAll(db, [{ operation: create(shore) }, ...songsTo(shore, 2)]);
  expect((await told()).map(([kind]) => kind)).toEqual(["create-playlist", "playlist-song", "playlist-song"]);
});

test("what the server has put off begins anew at a retry", async () => {
  await want(add(shore));
  await postpone(db, 1, 0, { putOff: 8 });
  await refuse(1);
  await retry(db, 1);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 0 }]);
  expect((await rows())[0]).not.toHaveProperty("putOff");
});

test("an unsent playlist takes its edits in its place; a picture, too", async () => {
  await want(
    create(shore),
    create(coast),
    edit(shore, { title: "Beach", genre: "Ska" }, "/media/a"),
    edit(shore, {}, null),
  );
  expect((await rows()).map(({ operation }) => operation)).toEqual([
    { ...create(shore), playlist: { ...form, title: "Beach", genre: "Ska", playlistImage: null } },
    create(coast),
  ]);
});

test("one that was handed to the network gets the edits behind it, which merge", async () => {
  await want(create(shore));
  await markSent(db, 1);
  await want(
    edit(shore, { title: "Beach" }),
    edit(shore, { description: "All of it" }),
    edit(shore, { title: "Coast" }),
  );
  expect((await rows()).map(({ operation }) => operation)).toEqual([
    create(shore),
    edit(shore, { title: "Coast", description: "All of it" }),
  ]);
});

test("a deletion takes along what waits or was refused, and lets nothing join", async () => {
  await want(create(shore), add(shore), order(shore), create(coast), add(coast));
  await refuse(3);
  await markSent(db, 2);
  await want(remove(shore), add(shore), edit(shore, { title: "Late" }), order(shore));
  expect(await told()).toEqual([
    ["playlist-song", "sent"],
    ["create-playlist", "waiting"],
    ["playlist-song", "waiting"],
    ["delete-playlist", "waiting"],
  ]);
  // What the server says to the one that was out is no question any more.
  await markAttention(db, 2, problem);
  expect((await told())[0]).toEqual(["create-playlist", "waiting"]);
});

test("a refused creation takes what is typed behind it, also later, and keeps its place at a retry", async () => {
  await want(create(shore));
  await markSent(db, 1);
  await want(edit(shore, { title: "Beach" }), add(shore));
  await markAttention(db, 1, problem);
  await want(edit(shore, { description: "All of it" }));
  expect((await rows()).map(({ seq, operation, state }) => [seq, operation, state])).toEqual([
    [1, { ...create(shore), playlist: { ...form, title: "Beach", description: "All of it" } }, "attention"],
    [3, add(shore), "waiting"],
  ]);
  const version = (await rows())[0]?.version;
  expect(version, "another body needs another key").toBeGreaterThan(1);
  await retry(db, 1);
  expect(await told()).toEqual([
    ["create-playlist", "waiting"],
    ["playlist-song", "waiting"],
  ]);
});

test("with a refused creation goes what waits for it, and comes back", async () => {
  await want(create(shore), add(shore), order(shore), add(coast));
  await refuse(1);
  const gone = await discard(db, 1);
  expect(gone.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(await told()).toEqual([["playlist-song", "waiting"]]);
  await restore(db, gone.toReversed());
  expect((await rows()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test("of a refused edit a newer one leaves what it does not set", async () => {
  await want(edit(shore, { title: "Beach", description: "Long and typed" }));
  await refuse(1);
  await want(edit(shore, { title: "Coast" }));
  expect((await rows()).map(({ operation, state }) => [operation, state])).toEqual([
    [edit(shore, { description: "Long and typed" }), "attention"],
    [edit(shore, { title: "Coast" }), "waiting"],
  ]);
  await want(edit(shore, { description: "Short" }));
  expect((await rows()).map(({ operation }) => operation)).toEqual([
    edit(shore, { title: "Coast", description: "Short" }),
  ]);
});

test("nothing is queued for a playlist whose deletion was confirmed, as by an Undo that is still shown", async () => {
  await want(remove(shore));
  await markSent(db, 1);
  await markAcked(db, 1);
  await want(add(shore));
  expect(await told()).toEqual([["delete-playlist", "acked"]]);
});

// 17.21
test("the undo of a discard brings nothing back for a playlist that was deleted meanwhile", async () => {
  await want(add(shore));
  await refuse(1);
  const gone = await discard(db, 1);
  await want(remove(shore));
  await restore(db, gone);
  expect(await told()).toEqual([["delete-playlist", "waiting"]]);
});

/** As another version would write it. */
const makeUnreadable = (seq: number) => db.outbox.update(seq, { operation: { kind: "future" } });

test.each([
  ["waits", async () => {}],
  ["was refused", () => refuse(1)],
])("an edit takes the place of no other version's change that %s (specification 17.30)", async (_, become) => {
  await want(create(shore));
  await become();
  await makeUnreadable(1);
  await want(edit(shore, { title: "Coast" }));
  expect(await readOutbox(db)).toMatchObject({ rows: [{ operation: { kind: "edit-playlist" } }], unreadable: [1] });
});

test("a refused creation stays before another version's change", async () => {
  await want(create(shore));
  await markSent(db, 1);
  await want(edit(shore, { title: "Coast" }));
  await makeUnreadable(2);
  await markAttention(db, 1, problem);
  expect(await readOutbox(db)).toMatchObject({ rows: [{ seq: 1, state: "attention" }], unreadable: [2] });
});

test("a deletion answers what another version asks about the playlist", async () => {
  await want(edit(shore, { title: "Coast" }));
  await refuse(1);
  await makeUnreadable(1);
  await want({ kind: "delete-playlist", playlistId: shore });
  expect(await readOutbox(db)).toMatchObject({ rows: [{ operation: { kind: "delete-playlist" } }], unreadable: [] });
});
