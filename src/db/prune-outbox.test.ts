import Dexie from "dexie";
import type { PersistedQuery } from "@tanstack/query-persist-client-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Touched } from "../../contract/outbox-operations.ts";
import { type AccountDatabase, openDatabase } from "./database.ts";
import { pinQueries } from "./query-store.ts";
import { pruneAcked } from "./prune-outbox.ts";

let db: AccountDatabase;
beforeEach(() => {
  db = openDatabase("someone");
});
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

const playlistId = "01890a5d-ac96-774b-bcce-b302099a8058";
const idOf = (index: number) => `01890a5d-ac96-774b-bcce-b30209${(index + 0x100000).toString(16)}`;

/** Confirmed rows 1 to `count`, of the favourites or of a playlist. */
const confirm = (count: number, kind: "like" | "playlist-song" | "play") =>
  db.outbox.bulkAdd(
    Array.from({ length: count }, (_, index) => {
      const songId = idOf(index);
      const operation = {
        like: { kind, songId, liked: true },
        "playlist-song": { kind, songId, playlistId, added: true },
        play: { kind, songId, playedAt: "2026-11-21T12:00:00.000Z" },
      }[kind];
      return {
        id: `row-${index}`,
        uid: "someone",
        target: `${kind}:${index}`,
        operation,
        version: 1,
        state: "acked" as const,
        attempts: 1,
        notBefore: 0,
        ackSeq: index + 1,
      };
    }),
  );

const answer = (seen: number) => ({ value: [], begun: 1, seen });
const store = (key: string, seen: number) =>
  db.queries.put({
    key: `q-${key}`,
    query: { state: { data: answer(seen) } } as unknown as PersistedQuery, // all that is read of it here
    begun: 1,
    usedAt: 0,
  });

async function keptAfter(cached: Record<string, number[]> = {}): Promise<number> {
  const results = {
    keyOf: (touched: Touched) => [touched, "someone"],
    cached: ([name]: readonly unknown[]) => (cached[String(name)] ?? []).map(answer),
  };
  await pruneAcked(db, results);
  return db.outbox.count();
}

test("the newest 200 stay, older ones while a stored answer may lack them", async () => {
  await confirm(230, "like");
  await store('["favourites","someone"]', 10);
  expect(await keptAfter()).toBe(220);
  await store('["favourites","someone"]', 230);
  expect(await keptAfter()).toBe(200);
});

test("an answer on the screen keeps them as well, also where a newer one is stored", async () => {
  await confirm(230, "like");
  await store('["favourites","someone"]', 230);
  expect(await keptAfter({ favourites: [10, 230] })).toBe(220);
});

test("bodies that show a number about the list keep them too, whatever their keys go on with", async () => {
  await confirm(230, "playlist-song");
  await store('["playlists","someone","card"]', 5);
  expect(await keptAfter()).toBe(225);
});

test("a stored answer keeps a thousand older ones at most, one of what the device keeps all", async () => {
  await confirm(1_500, "playlist-song");
  await store('["playlists","someone","one","old"]', 5);
  await store('["playlists","someone","one","new"]', 310);
  expect(await keptAfter()).toBe(1_190);
  const keys = () => db.queries.toCollection().primaryKeys();
  expect(await keys()).toEqual(['q-["playlists","someone","one","new"]']);

  await db.outbox.clear();
  await confirm(1_500, "playlist-song");
  await store('["playlists","someone","one","old"]', 5);
  pinQueries(db, [["playlists", "someone", "one", "old"]]);
  expect(await keptAfter()).toBe(1_495);
  expect(await keys()).toHaveLength(2);
});

test("fewer are no burden: all that the device can show without a network stays", async () => {
  await confirm(1_200, "playlist-song");
  await store('["playlists","someone","one","old"]', 5);
  expect(await keptAfter()).toBe(1_195);
  expect(await db.queries.count()).toBe(1);
});

test("what no answer shows goes", async () => {
  await confirm(230, "play");
  await store('["favourites","someone"]', 0);
  expect(await keptAfter()).toBe(200);
});
