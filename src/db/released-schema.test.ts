/** Databases as released versions of the app left them, opened by this one (specification 17.43). */
import Dexie from "dexie";
import * as v from "valibot";
import { afterEach, expect, test, vi } from "vitest";
import { idOf } from "../../tests/support/items.ts";
import { overlayIds } from "../../contract/rules/overlay.ts";
import { Download } from "../../contract/worker-messages.ts";
import type { Api } from "../api/api-client.ts";
import { createDrainer } from "../sync/outbox-drainer.ts";
import { beginRequest } from "./logical-clock.ts";
import { openDatabase } from "./database.ts";
import { retry } from "./outbox-decisions.ts";
import { enqueue } from "./outbox-enqueue.ts";
import { readOutbox } from "./outbox-table.ts";
import { readPlayer, writePlayer } from "./player-rows.ts";
import { createQueryStore } from "./query-store.ts";

const name = "offbeat-account-ada";
const [kept, waiting, sent, acked, refused] = ["1", "2", "3", "4", "5"].map(
  (digit) => `01890a5d-ac96-774b-bcce-b302099a805${digit}`,
) as [string, string, string, string, string]; // five digits, five ids
const favourites = '["favourites","ada"]';

afterEach(() => Dexie.delete(name));

/** Schema 1, in its own words. */
const schema1 = {
  queries: "key, usedAt",
  outbox: "++seq, &id, target, state, ackSeq",
  downloads: "songId, state, path",
  counters: "name",
};

/** A song as the first app kept it with a change. */
const snapshot = (id: string) => ({
  _id: id,
  title: "Low Tide",
  artist: "Ada",
  album: null,
  genre: "Ambient",
  songImage: null,
  duration: 61.5,
  url: `/media/audio/${id}.mp3?exp=1&sig=x`,
  private: false,
  owner: "ben",
  bytes: 900,
  sha256: "0".repeat(64),
  mimeType: "audio/mpeg",
});

const change = (seq: number, songId: string, state: string, liked = true) => ({
  seq,
  id: `key-${seq}`,
  uid: "ada",
  target: `like:${songId}`,
  operation: { kind: "like", songId, liked },
  version: 1,
  state,
  attempts: 0,
  notBefore: 0,
  snapshot: snapshot(songId),
});

function download(songId: string, state: string) {
  const { _id, ...song } = snapshot(songId);
  return { songId: _id, state, path: `/media/audio/${_id}.mp3`, ...song, received: 0 };
}

/** What the app held that knew nothing but likes, and kept the whole state of the library's queries. */
const rows1 = {
  queries: [
    {
      key: `q-${favourites}`,
      query: {
        buster: "1",
        queryHash: favourites,
        queryKey: ["favourites", "ada"],
        state: {
          data: { value: [kept, sent], begun: 40, seen: 6 },
          dataUpdateCount: 3,
          dataUpdatedAt: 1_690_000_000_000,
          error: null,
          errorUpdateCount: 0,
          errorUpdatedAt: 0,
          fetchFailureCount: 0,
          fetchFailureReason: null,
          fetchMeta: null,
          isInvalidated: false,
          status: "success",
          fetchStatus: "idle",
        },
      },
      begun: 40,
      usedAt: 1_690_000_000_000,
    },
  ],
  outbox: [
    { ...change(3, acked, "acked"), attempts: 1, ackSeq: 7 },
    { ...change(5, sent, "sent", false), attempts: 2, version: 3 },
    change(8, waiting, "waiting"),
    {
      ...change(9, refused, "attention"),
      attempts: 1,
      problem: { code: "invalid", title: "Not possible" },
    },
  ],
  downloads: [download(kept, "ready"), { ...download(sent, "wanted"), notBefore: 5 }],
  counters: [
    { name: "ack", value: 7 },
    { name: "request", value: 41 },
  ],
};

/** As they are read today: nobody measured how loud they are. */
const downloads1 = rows1.downloads.map((row) => ({ ...row, gain: null, peak: null }));

async function leave(
  version: number,
  schema: Record<string, string | null>,
  rows: Record<string, readonly unknown[]>,
): Promise<void> {
  const database = new Dexie(name);
  database.version(version).stores(schema);
  await database.open();
  for (const [table, written] of Object.entries(rows)) await database.table(table).bulkAdd(written);
  database.close();
}

/** Opens as this version does, and drains to a server that takes everything. */
function open() {
  const db = openDatabase("ada");
  const calls: { path: string; id: string | undefined; key: string | undefined }[] = [];
  const call = async ({ path }: { path: string }, { params, key }: { params: { id?: string }; key?: string }) =>
    void calls.push({ path, id: params.id, key });
  const drainer = createDrainer({
    db,
    api: { call } as unknown as Api, // the drainer reads no answer's body of a like
    lock: (_, work) => work(),
    now: Date.now,
    random: () => 0,
    onTouched: async () => {},
    onGone: () => {},
  });
  const readIds = () => createQueryStore<string[]>(db, v.array(v.string())).read(favourites);
  return { db, calls, drainer, readIds };
}

test("version 1: answers, downloads and counters are there, and the screen shows what it showed", async () => {
  await leave(1, schema1, rows1);
  const { db, readIds } = open();
  const stored = await readIds();
  expect(stored).toEqual({
    data: { value: [kept, sent], begun: 40, seen: 6 },
    dataUpdatedAt: 1_690_000_000_000,
  });
  const { rows, unreadable } = await readOutbox(db);
  expect(rows).toEqual(rows1.outbox);
  expect(unreadable).toEqual([]);
  expect(overlayIds("favourites", stored?.data, rows)).toEqual([waiting, acked, kept]);
  const downloads = await db.downloads.orderBy("songId").toArray();
  expect(v.parse(v.array(Download), downloads)).toEqual(downloads1);
  expect(await db.downloads.where("state").equals("wanted").primaryKeys()).toEqual([sent]);
  expect(await beginRequest(db)).toEqual({ begun: 42, seen: 7 });
  db.close();
});

test("version 1: the player's table is there, empty, and a page of version 1 makes way for it", async () => {
  await leave(1, schema1, rows1);
  const old = new Dexie(name);
  old.version(1).stores(schema1);
  await old.open();
  const { db } = open();
  expect(await readPlayer(db, String)).toBeUndefined();
  expect(old.isOpen()).toBe(false);
  await writePlayer(db, { queue: ["a"], place: 3 });
  expect(await readPlayer(db, String)).toEqual({ queue: ["a"], place: 3, songs: new Map() });
  expect(await db.outbox.count()).toBe(rows1.outbox.length);
  db.close();
});

test("version 2: nothing is lost, no playlist is kept yet, and downloads need no reason (specification 17.43)", async () => {
  const player = [{ name: "queue", value: ["a"] }];
  await leave(2, { ...schema1, player: "name" }, { ...rows1, player });
  const { db } = open();
  expect(await db.kept.toArray()).toEqual([]);
  expect(await db.settings.toArray()).toEqual([]);
  expect(await readPlayer(db, String)).toEqual({ queue: ["a"], songs: new Map() });
  expect((await readOutbox(db)).rows).toEqual(rows1.outbox);
  expect(v.parse(v.array(Download), await db.downloads.orderBy("songId").toArray())).toEqual(downloads1);
  db.close();
});

/** Schema 4, in its own words. */
const schema4 = {
  ...schema1,
  player: "name",
  kept: "playlistId",
  settings: "name",
  uploads: "id",
  uploadPieces: "[upload+file+index], upload",
};

test("version 4: what played last is there, and its songs have rows of their own (specification 17.43, 6.25)", async () => {
  const songs = Array.from({ length: 250 }, (_, n) => ({ ...snapshot(idOf(n)), title: `Song ${n}` }));
  const queue = { id: "q", list: songs.map((_, n) => n), order: null, repeat: "off", speed: 1 };
  const place = { queue: "q", index: 3, startedAt: 0, queued: 0, position: 42 };
  const player = [
    { name: "queue", value: { ...queue, songs } },
    { name: "place", value: place },
  ];
  await leave(4, schema4, { ...rows1, player });
  const { db } = open();
  const chunks = new Map([
    [0, songs.slice(0, 100)],
    [1, songs.slice(100, 200)],
    [2, songs.slice(200)],
  ]);
  expect(await readPlayer(db, (stored) => stored)).toEqual({ queue, place, songs: chunks });
  expect((await readOutbox(db)).rows).toEqual(rows1.outbox);
  db.close();
});

test.each(["canary", null, { songs: "no" }, { songs: { length: 2 } }])(
  "version 4: a queue of another form (%j) stays, and does not stand in the way of the rest",
  async (value) => {
    await leave(4, schema4, { ...rows1, player: [{ name: "queue", value }] });
    const { db } = open();
    expect(await readPlayer(db, String)).toEqual({ queue: value, songs: new Map() });
    expect((await readOutbox(db)).rows).toEqual(rows1.outbox);
    db.close();
  },
);

test("version 1: the queue goes out under the keys it had, once, and its confirmations are counted on", async () => {
  await leave(1, schema1, rows1);
  const { db, calls, drainer } = open();
  await enqueue(db, { kind: "like", songId: kept, liked: false }, undefined, 0);
  expect(await drainer.drain()).toBe("idle");
  await retry(db, 9);
  await drainer.drain({ all: true });
  const [changed] = calls.filter(({ id }) => id === kept);
  expect(calls.filter((one) => one !== changed)).toEqual([
    { path: "/songs/cancel-like/{id}", id: sent, key: "key-5:3" },
    { path: "/songs/like/{id}", id: waiting, key: "key-8:1" },
    { path: "/songs/like/{id}", id: refused, key: "key-9:1" },
  ]);
  expect(changed).toMatchObject({ path: "/songs/cancel-like/{id}" });
  const { rows } = await readOutbox(db);
  expect(rows.map(({ state }) => state)).toEqual(Array(5).fill("acked"));
  expect(rows.map(({ ackSeq = 0 }) => ackSeq).sort((a, b) => a - b)).toEqual([7, 8, 9, 10, 11]);
  db.close();
});

test("a database of a newer version is used as far as it is understood, and loses nothing", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // on the tables that are no longer there
  const unknown = { ...change(10, kept, "waiting"), operation: { kind: "wave" }, mood: "new" };
  const { downloads: _, ...rows } = rows1;
  const { downloads: __, ...schema } = schema1;
  await leave(7, { ...schema, extra: "id" }, { ...rows, outbox: [unknown], extra: [{ id: 1 }] });

  const { db, calls, drainer, readIds } = open();
  expect((await readIds())?.data.value).toEqual([kept, sent]);
  expect(await db.downloads.toArray()).toEqual([]);
  await enqueue(db, { kind: "like", songId: waiting, liked: true }, undefined, 0);
  expect(await drainer.drain()).toBe("idle");
  expect(calls).toHaveLength(1);
  expect((await readOutbox(db)).unreadable).toEqual([10]);
  db.close();

  const newer = new Dexie(name);
  newer.version(7).stores({ ...schema, extra: "id" });
  expect(await newer.table("extra").toArray()).toEqual([{ id: 1 }]);
  expect(await newer.table("outbox").get(10)).toEqual(unknown);
  newer.close();
});
