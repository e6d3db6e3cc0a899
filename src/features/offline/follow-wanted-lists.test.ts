import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { type AccountDatabase, openDatabase } from "../../db/database.ts";
import { createLiveTable, type LiveTable } from "../../db/live-table.ts";
import { byKeptTime, keepPlaylist, unkeepPlaylist } from "../../db/kept-playlists.ts";
import { markAttention } from "../../db/outbox-decisions.ts";
import { enqueue } from "../../db/outbox-enqueue.ts";
import { entryOf, markAcked, markSent, readOutbox, viewOf } from "../../db/outbox-table.ts";
import { createQueryStore } from "../../db/query-store.ts";
import type { Account } from "../../sync/account-session.ts";
import { listKey } from "../../sync/query-keys.ts";
import { StoredIds } from "../lists/id-list.ts";
import { followWantedLists, type WantedLists } from "./follow-wanted-lists.ts";

const idOf = (n: number) => `01890a5d-ac96-774b-bcce-b302099a805${n}`;
const [shore, tide, song] = [idOf(1), idOf(2), idOf(3)];
let db: AccountDatabase;
let lists: WantedLists;
let toasts: string[];
/** What the server says of each list: its songs, or that it is not there. */
let server: Record<string, string[] | "gone">;
/** What the server calls the playlists. */
let titles: Record<string, string>;
let live: LiveTable<unknown>[];
let queryClient: QueryClient;
/** What the answers with a playlist's title wait for. */
let held: Promise<void>;
/** What the answers with the songs of the first playlist wait for; they say what was there when they were asked for. */
let heldIds: Promise<void>;
let outboxRows: () => readonly { state: string }[];

beforeEach(() => {
  db = openDatabase(crypto.randomUUID());
  toasts = [];
  held = Promise.resolve();
  heldIds = Promise.resolve();
  titles = { [shore]: "Shore", [tide]: "Tide" };
  server = { [db.uid]: [song], [shore]: [song], [tide]: [] };
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const call = async (_: unknown, { params, query }: { params: { id: string }; query: { fields?: string } }) => {
    if (query.fields === undefined) await held;
    if (query.fields === undefined) return { data: { ...opened, _id: params.id, title: titles[params.id] } };
    const answer = server[params.id];
    if (params.id === shore) await heldIds;
    if (answer === undefined || answer === "gone") throw new ApiError("not-found", "x", { status: 404 });
    return { data: answer };
  };
  const outbox = createLiveTable(
    db.outbox,
    (row) => entryOf(row, db.uid),
    (entries) => viewOf(entries.values()),
  );
  const kept = createLiveTable(
    db.kept,
    (row) => row,
    (entries) => byKeptTime(entries.values()),
  );
  live = [outbox, kept];
  outboxRows = () => outbox.get()?.rows ?? [];
  // All that is used of them.
  const app = { api: { call }, queryClient, toaster: { info: (text: string) => toasts.push(text) } } as unknown as App;
  const account = { uid: db.uid, db, outbox, kept } as unknown as Account;
  lists = followWantedLists(app, account, () => {});
});
afterEach(async () => {
  lists.close();
  queryClient.clear();
  for (const one of live) one.close();
  await db.delete();
});

const form = { title: "Shore", description: "By the sea", genre: null };
/** A playlist, as its screen asks for it. */
const opened = {
  ...form,
  private: false,
  playlistImage: null,
  songCount: 1,
  owner: { uid: "ben", userName: "Ben Bolt", profileImage: null },
  ownerName: "Ben Bolt",
};

const wantedNames = () => lists.wanted()?.map(({ name, ids }) => `${name} ${ids?.length}`);
const keep = (id: string, title: string, owner: string, at: number) => keepPlaylist(db, { _id: id, title, owner }, at);

/** A playlist that the server has not heard of yet. */
async function create(): Promise<number> {
  await enqueue(db, { kind: "create-playlist", playlistId: shore, playlist: { ...form, private: true } });
  return (await readOutbox(db)).rows[0]?.seq ?? 0;
}

test("the favourites are wanted first, then the kept playlists, the newest first", async () => {
  await keep(shore, "Shore", "ben", 1);
  await keep(tide, "Tide", "ben", 2);
  await vi.waitFor(() => expect(wantedNames()).toEqual(["favourites 1", `${tide} 0`, `${shore} 1`]));
  await unkeepPlaylist(db, tide);
  await vi.waitFor(() => expect(wantedNames()).toEqual(["favourites 1", `${shore} 1`]));
});

test("a playlist that its owner renames is called by its new name", async () => {
  await keep(shore, "Shore", "ben", 1);
  titles[shore] = "Coast";
  await vi.waitFor(async () => expect(await db.kept.get(shore)).toMatchObject({ title: "Coast", keptAt: 1 }));
});

test("an account that closes before the answer leaves no rejection behind", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  let answer = () => {};
  const closed = new Promise<void>((resolve) => (answer = resolve));
  held = closed;
  await keep(shore, "Shore", "ben", 1);
  titles[shore] = "Coast";
  await vi.waitFor(() => expect(queryClient.isFetching({ queryKey: ["playlists"] })).toBe(1));
  db.close({ disableAutoOpen: true });
  answer();
  const told = "What is kept of a playlist could not be renewed";
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(told, expect.anything()));
});

test("a playlist that its owner deletes or hides drops out, explained; an own one without a word (specification 17.15)", async () => {
  await keep(shore, "Shore", "ben", 1);
  await keep(tide, "Tide", db.uid, 2);
  await vi.waitFor(() => expect(wantedNames()).toHaveLength(3));
  server = { ...server, [shore]: "gone", [tide]: "gone" };
  lists.refetch();
  await vi.waitFor(() => expect(wantedNames()).toEqual(["favourites 1"]));
  expect(await db.kept.count()).toBe(0);
  expect(toasts).toEqual(["Shore is gone: its owner deleted it or made it private"]);
});

test("a playlist that has changes to send is not gone: the server may not know it yet", async () => {
  await enqueue(db, { kind: "playlist-song", playlistId: shore, songId: song, added: true });
  server = { ...server, [shore]: "gone" };
  await keep(shore, "Shore", db.uid, 1);
  await vi.waitFor(() => expect(wantedNames()).toEqual(["favourites 1", `${shore} undefined`]));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(await db.kept.count()).toBe(1);
});

test("an own playlist that is created while its songs are asked for stays kept (specification 17.15)", async () => {
  const seq = await create();
  server = { ...server, [shore]: "gone" };
  let answer = () => {};
  heldIds = new Promise((resolve) => (answer = resolve));
  await keep(shore, "Shore", db.uid, 1);
  await vi.waitFor(() => expect(queryClient.isFetching({ queryKey: ["playlist-songs"] })).toBe(1));
  // Its own answer comes first.
  await markSent(db, seq);
  await markAcked(db, seq);
  await vi.waitFor(() => expect(outboxRows().map(({ state }) => state)).toEqual(["acked"]));
  server = { ...server, [shore]: [song] };
  answer();
  await vi.waitFor(() => expect(wantedNames()).toEqual(["favourites 1", `${shore} 1`]));
  expect(await db.kept.count()).toBe(1);
});

test("a tab that slept takes over what another tab has heard since (specification 17.6)", async () => {
  await vi.waitFor(() => expect(wantedNames()).toEqual(["favourites 1"]));
  const store = createQueryStore<string[]>(db, StoredIds);
  const key = JSON.stringify(listKey("favourites", db.uid));
  await vi.waitFor(async () => expect((await store.read(key))?.data.value).toEqual([song]));
  const { data } = (await store.read(key)) ?? {};
  const begun = (data?.begun ?? 0) + 1;
  await store.write(key, { value: [tide, song], begun, seen: 0 });
  await lists.takeNewer();
  expect(wantedNames()).toEqual(["favourites 2"]);
  // Nothing older, and nothing of what it knows.
  const known = queryClient.getQueryState(listKey("favourites", db.uid))?.dataUpdateCount;
  await lists.takeNewer();
  expect(queryClient.getQueryState(listKey("favourites", db.uid))?.dataUpdateCount).toBe(known);
});

test("a kept playlist that is gone is told by the name that it had at last", async () => {
  titles[shore] = "Renamed";
  await keep(shore, "Shore", "ben", 1);
  await vi.waitFor(async () => expect((await db.kept.get(shore))?.title).toBe("Renamed"));
  server[shore] = "gone";
  lists.refetch();
  await vi.waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]).toContain("Renamed");
});

// 17.15
test("a playlist of somebody else's that is gone drops out, also where its follow was refused", async () => {
  await enqueue(db, { kind: "follow-playlist", playlistId: shore, followed: true });
  const [row] = await db.outbox.toArray();
  await markAttention(db, row?.seq ?? -1, { code: "not-found", title: "There is nothing here" });
  server = { ...server, [shore]: "gone" };
  await keep(shore, "Shore", "ben", 1);
  await vi.waitFor(() => expect(toasts).toEqual(["Shore is gone: its owner deleted it or made it private"]));
  expect(await db.kept.count()).toBe(0);
});

// 17.48
test("an own playlist has its new name as soon as it is renamed here", async () => {
  await keep(shore, "Shore", db.uid, 1);
  await vi.waitFor(() => expect(wantedNames()).toHaveLength(2));
  await enqueue(db, { kind: "edit-playlist", playlistId: shore, playlist: { title: "Coast" } });
  await vi.waitFor(async () => expect((await db.kept.get(shore))?.title).toBe("Coast"));
});

// 5.15, 17.8
test("the server is asked for a playlist of this device's only once it has heard of it", async () => {
  const seq = await create();
  await keep(shore, "Shore", db.uid, 1);
  await vi.waitFor(() => expect(queryClient.getQueryData(["playlist-songs", db.uid, shore])).toBeDefined());
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(queryClient.getQueryData(["playlists", db.uid, "one", shore])).toBeUndefined();
  await markSent(db, seq);
  await markAcked(db, seq);
  await vi.waitFor(() => expect(queryClient.getQueryData(["playlists", db.uid, "one", shore])).toBeDefined());
});

// 17.48
test("an own playlist whose renaming is refused has its name back", async () => {
  await keep(shore, "Shore", db.uid, 1);
  await vi.waitFor(() => expect(wantedNames()).toHaveLength(2));
  await enqueue(db, { kind: "edit-playlist", playlistId: shore, playlist: { title: "Coast" } });
  await vi.waitFor(async () => expect((await db.kept.get(shore))?.title).toBe("Coast"));
  const seq = (await readOutbox(db)).rows[0]?.seq ?? -1;
  await markAttention(db, seq, { code: "validation-failed", title: "No" });
  await vi.waitFor(() => expect(outboxRows().map(({ state }) => state)).toEqual(["attention"]));
  await vi.waitFor(async () => expect((await db.kept.get(shore))?.title).toBe("Shore"));
});

// 17.48
test("an own playlist that was not sent yet has its new name as soon as it is renamed here", async () => {
  await create();
  await keep(shore, "Shore", db.uid, 1);
  await vi.waitFor(() => expect(wantedNames()).toHaveLength(2));
  await enqueue(db, { kind: "edit-playlist", playlistId: shore, playlist: { title: "Coast" } });
  await vi.waitFor(() =>
    expect(outboxRows()).toMatchObject([{ operation: { kind: "create-playlist", playlist: { title: "Coast" } } }]),
  );
  await vi.waitFor(async () => expect((await db.kept.get(shore))?.title).toBe("Coast"));
});
