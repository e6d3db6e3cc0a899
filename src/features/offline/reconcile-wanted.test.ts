import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Song } from "../../../contract/songs.ts";
import { ApiError } from "../../api/api-error.ts";
import { type AccountDatabase, openDatabase } from "../../db/database.ts";
import { enqueue } from "../../db/outbox-enqueue.ts";
import { markAcked, markSent, readOutbox } from "../../db/outbox-table.ts";
import type { Account } from "../../sync/account-session.ts";
import { parseSettings } from "../../sync/download-settings.ts";
import type { App } from "../../app/app-context.ts";
import { shownIds } from "../lists/id-list.ts";
import { createReconcileWanted } from "./reconcile-wanted.ts";

let db: AccountDatabase;
let app: App;
let account: Account;
/** Ids of the songs that the server was asked for, and whose rows were read. */
let asked: string[];
let read: string[];
let requested: number;
let missing: Set<string>;
/** The size that the server tells of each song; 0: it does not know. */
let bytesOfSongs: number;
/** What the worker says lies on the device; undefined if it does not answer. */
let listed: string[] | undefined;

const idOf = (index: number) => `01890a5d-ac96-774b-bcce-b30209${(index + 0x100000).toString(16)}`;
const ids = Array.from({ length: 300 }, (_, index) => idOf(index));
const added = idOf(300);

const songOf = (id: string): Song => ({
  _id: id,
  original_id: id,
  title: id,
  artist: "Somebody",
  album: null,
  genre: "Rock",
  songImage: `/media/${id}c`,
  duration: 60,
  url: `/media/${id}`,
  private: false,
  owner: "owner",
  playCount: 0,
  likes: 0,
  liked: true,
  bytes: bytesOfSongs,
  sha256: "00",
  mimeType: "audio/mpeg",
  gain: null,
  peak: null,
  createdAt: "2026-11-20T10:00:00.000Z",
});

beforeEach(() => {
  db = openDatabase(crypto.randomUUID());
  asked = [];
  read = [];
  requested = 0;
  missing = new Set();
  listed = [];
  playlists = {};
  limit = null;
  bytesOfSongs = 1_000;
  vi.stubGlobal("location", { origin: "https://page.test" });
  vi.stubGlobal("caches", { has: async () => false, match: async () => undefined });
  vi.stubGlobal("navigator", { locks: { query: async () => ({ held: [] }) } });
  const call = async (_: unknown, { query }: { query: { ids: string[] } }) => {
    asked.push(...query.ids);
    if (query.ids.some((id) => missing.has(id))) throw new ApiError("network", "x");
    return { data: query.ids.map(songOf), next: null };
  };
  // All that is used of them.
  app = {
    api: { call },
    queryClient: new QueryClient(),
    config: { mediaUrl: (url: string) => `https://offbeat.test${url}` },
    worker: { requestDownloads: () => (requested += 1), listFiles: async () => listed },
    loadedAudio: () => undefined,
  } as unknown as App;
});
afterEach(() => {
  vi.unstubAllGlobals();
  app.queryClient.clear();
  return db.delete();
});

const answer = { value: ids, begun: 1, seen: 0 };
/** The kept playlists' songs; undefined while unknown. */
let limit: number | null;
let playlists: Record<string, readonly string[] | undefined> = {};
const lists = () => [
  { name: "favourites", ids: shownIds("favourites", answer, account.outbox.get()) },
  ...Object.entries(playlists).map(([name, songs]) => ({ name, ids: songs })),
];

/** What changes in the storage is what the account shows next. */
async function look(): Promise<void> {
  const outbox = await readOutbox(db);
  const rows = new Map((await db.downloads.toArray()).map((row) => [row.songId, row]));
  const live = <T>(value: T) => ({ get: () => value });
  account = Object.assign(account ?? {}, {
    uid: db.uid,
    db,
    outbox: live(outbox),
    downloads: live(rows),
    downloadSettings: live(parseSettings({ limit })),
  }) as unknown as Account; // all that is used of it
}

async function begin() {
  account = {} as Account; // filled by `look`
  await look();
  const compare = createReconcileWanted(app, account, new AbortController().signal);
  await compare(lists(), { all: false });
  expect(await db.downloads.count()).toBe(300);
  expect(asked).toHaveLength(300);
  asked = [];
  requested = 0;
  db.downloads.hook("reading", (row?: { songId: string }) => {
    if (row !== undefined) read.push(row.songId);
    return row;
  });
  return async (all = false) => {
    await look();
    read = [];
    await compare(lists(), { all });
  };
}

test("one like looks at its own song, not at all that are liked", async () => {
  const compare = await begin();
  await enqueue(db, { kind: "like", songId: added, liked: true });
  await compare();
  // It has no row yet.
  expect(read).toEqual([]);
  expect(await db.downloads.get(added)).toMatchObject({
    state: "wanted",
    url: `https://offbeat.test/media/${added}`,
  });
  expect(requested).toBe(1);
  // The songs of its part of the list, at most.
  expect(asked).toContain(added);
  expect(asked.length).toBeLessThan(100);
  asked = [];
  // Sent and confirmed it is what it was.
  await markSent(db, 1);
  await compare();
  expect(read).toEqual([]);
  await markAcked(db, 1);
  await compare();
  expect(new Set(read)).toEqual(new Set([added]));
  expect(asked).toEqual([]);
});

test("a cover of another origin is asked for there; one of our own stays a path (specification 17.11, 17.16)", async () => {
  await begin();
  expect(await db.downloads.get(idOf(0))).toMatchObject({ songImage: `https://offbeat.test/media/${idOf(0)}c` });
  vi.stubGlobal("location", { origin: "https://offbeat.test" });
  await createReconcileWanted(app, account, new AbortController().signal)(lists(), { all: true });
  expect(await db.downloads.get(idOf(0))).toMatchObject({ songImage: `/media/${idOf(0)}c` });
});

test("the song of an unlike goes when it is confirmed, and nothing else is looked at", async () => {
  const compare = await begin();
  const song = idOf(7);
  await enqueue(db, { kind: "like", songId: song, liked: false });
  await compare();
  expect(new Set(read)).toEqual(new Set([song]));
  expect(await db.downloads.get(song)).toBeDefined();
  await markSent(db, 1);
  await markAcked(db, 1);
  await compare();
  expect(new Set(read)).toEqual(new Set([song]));
  expect(await db.downloads.get(song)).toBeUndefined();
  expect(asked).toEqual([]);
});

test("a song of which nothing could be had is asked for again at the next occasion", async () => {
  const compare = await begin();
  missing.add(added);
  await enqueue(db, { kind: "like", songId: added, liked: true });
  await compare();
  expect(await db.downloads.get(added)).toBeUndefined();
  missing.clear();
  await compare();
  expect(await db.downloads.get(added)).toBeDefined();
});

test("a comparison of all finds what nobody touched", async () => {
  const compare = await begin();
  await db.downloads.delete(idOf(3));
  await compare();
  expect(await db.downloads.count()).toBe(299);
  await compare(true);
  expect(await db.downloads.count()).toBe(300);
});

const [shore, tide] = ["shore", "tide"];
const reasonsFor = async (id: string) => (await db.downloads.get(id))?.reasons;

test("files without a song go: the worker lists them, or the page (specification 17.8)", async () => {
  const removed: string[] = [];
  const cache = {
    keys: async () => [{ url: "https://page.test/media/seen-by-page" }],
    match: async () => undefined,
    delete: async (path: string) => removed.push(path),
  };
  vi.stubGlobal("caches", { has: async () => true, open: async () => cache });
  const compare = await begin();
  expect(removed, "the worker knows of none").toEqual([]);
  listed = ["/media/listed"];
  await compare(true);
  expect(new Set(removed)).toEqual(new Set(["/media/listed"]));
  removed.length = 0;
  listed = undefined;
  await compare(true);
  expect(new Set(removed)).toEqual(new Set(["/media/seen-by-page"]));
});

test("a kept playlist brings its songs; what a list lets go stays while another wants it (specification 17.8)", async () => {
  const compare = await begin();
  const [both, own] = [idOf(7), idOf(301)];
  playlists = { [shore]: [both, own] };
  await compare();
  expect(await reasonsFor(both)).toEqual(["favourites", shore]);
  expect(await db.downloads.get(own)).toMatchObject({ state: "wanted", reasons: [shore] });
  expect(requested).toBe(1);
  // The unlike is confirmed: the playlist still wants the song.
  await enqueue(db, { kind: "like", songId: both, liked: false });
  await markSent(db, 1);
  await markAcked(db, 1);
  await compare();
  expect(await reasonsFor(both)).toEqual([shore]);
  playlists = {};
  await compare();
  expect(await db.downloads.bulkGet([both, own])).toEqual([undefined, undefined]);
  expect(await db.downloads.count()).toBe(299);
});

test("a kept playlist whose songs are not known yet loses none of them, changed or not (specification 17.8)", async () => {
  const compare = await begin();
  playlists = { [shore]: [idOf(301)], [tide]: [idOf(302)] };
  await compare();
  playlists = { [shore]: undefined, [tide]: [] };
  await compare();
  expect(await db.downloads.get(idOf(302))).toBeUndefined();
  expect(await reasonsFor(idOf(301))).toEqual([shore]);
  await compare(true);
  expect(await reasonsFor(idOf(301))).toEqual([shore]);
});

test("a song that is taken out of a kept playlist stays until the server has confirmed it", async () => {
  const compare = await begin();
  const song = idOf(301);
  playlists = { [shore]: [song] };
  await compare();
  await enqueue(db, { kind: "playlist-song", playlistId: idOf(400), songId: song, added: false });
  playlists = { [shore]: [] };
  await compare();
  expect(await db.downloads.get(song)).toBeDefined();
  await markSent(db, 1);
  await markAcked(db, 1);
  await compare();
  expect(await db.downloads.get(song)).toBeUndefined();
});

test("with a limit the first favourites fit, a new like pushes the last one out (specification 17.58)", async () => {
  const compare = await begin();
  // Three songs of 1,000 bytes each.
  limit = 3_500;
  await compare(true);
  const fitting = async () => (await db.downloads.where("state").equals("wanted").primaryKeys()).toSorted();
  expect(await fitting()).toEqual([0, 1, 2].map(idOf));
  await enqueue(db, { kind: "like", songId: added, liked: true });
  await compare();
  expect(await fitting()).toEqual([idOf(0), idOf(1), added]);
  expect(await db.downloads.get(idOf(2))).toMatchObject({ state: "failed", problem: "limit" });
  limit = null;
  await compare(true);
  expect(await fitting()).toHaveLength(301);
});

test("with a limit an order says which songs are here, at once (specification 17.58)", async () => {
  limit = 2_500;
  const order = (some: readonly string[]) => [{ name: "favourites", ids: some }];
  const [one, two, three] = ids as [string, string, string]; // of 300
  await look();
  const compare = createReconcileWanted(app, account, new AbortController().signal);
  await compare(order([one, two, three]), { all: false });
  const over = async () => (await db.downloads.toArray()).filter(({ problem }) => problem).map(({ songId }) => songId);
  expect(await over()).toEqual([three]);
  await look();
  await compare(order([three, one, two]), { all: false });
  expect(await over()).toEqual([two]);
});

test("a song of unknown size that turned out too large stays left out (specification 17.58)", async () => {
  bytesOfSongs = 0;
  const compare = await begin();
  limit = 3_500;
  await compare(true);
  const first = await db.downloads.get(idOf(0));
  // What the worker does once it is here.
  await db.downloads.update(idOf(0), { state: "ready", received: 4_000 });
  for (let run = 0; run < 3; run += 1) {
    await compare(true);
    expect(await db.downloads.get(idOf(0))).toMatchObject({ state: "failed", problem: "limit" });
  }
  limit = 10_000;
  await compare(true);
  expect(await db.downloads.get(idOf(0))).toEqual(first);
});
