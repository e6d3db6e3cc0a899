import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { type AccountDatabase, openDatabase } from "../../db/database.ts";
import { createLiveTable, type LiveTable } from "../../db/live-table.ts";
import { byKeptTime, keepPlaylist, unkeepPlaylist } from "../../db/kept-playlists.ts";
import { enqueue } from "../../db/outbox-enqueue.ts";
import { entryOf, viewOf } from "../../db/outbox-table.ts";
import type { Account } from "../../sync/account-session.ts";
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

beforeEach(() => {
  db = openDatabase(crypto.randomUUID());
  toasts = [];
  held = Promise.resolve();
  titles = { [shore]: "Shore", [tide]: "Tide" };
  server = { [db.uid]: [song], [shore]: [song], [tide]: [] };
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const call = async (_: unknown, { params, query }: { params: { id: string }; query: { fields?: string } }) => {
    if (query.fields === undefined) await held;
    if (query.fields === undefined) return { data: { ...opened, _id: params.id, title: titles[params.id] } };
    const answer = server[params.id];
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

/** A playlist, as its screen asks for it. */
const opened = {
  description: "By the sea",
  genre: null,
  private: false,
  playlistImage: null,
  songCount: 1,
  owner: { uid: "ben", userName: "Ben Bolt", profileImage: null },
  ownerName: "Ben Bolt",
};

const wantedNames = () => lists.wanted()?.map(({ name, ids }) => `${name} ${ids?.length}`);
const keep = (id: string, title: string, owner: string, at: number) => keepPlaylist(db, { _id: id, title, owner }, at);

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

test("a kept playlist that is gone is told by the name that it had at last", async () => {
  titles[shore] = "Renamed";
  await keep(shore, "Shore", "ben", 1);
  await vi.waitFor(async () => expect((await db.kept.get(shore))?.title).toBe("Renamed"));
  server[shore] = "gone";
  lists.refetch();
  await vi.waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]).toContain("Renamed");
});
