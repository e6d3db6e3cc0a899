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

async function keptAfter(cached: Record<string, number[]> = {}, now = Date.now()): Promise<number> {
  const results = {
    keyOf: (touched: Touched) => [touched, "someone"],
    cached: ([name]: readonly unknown[]) => (cached[String(name)] ?? []).map(answer),
  };
  await pruneAcked(db, results, undefined, now);
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

test("thousands are kept by what was looked at within 30 days, or is pinned, and by nothing else", async () => {
  const now = Date.UTC(2026, 10, 28);
  const day = 24 * 3_600_000;
  await confirm(1_500, "playlist-song");
  const use = (key: string, days: number) => db.queries.update(`q-${key}`, { usedAt: now - days * day });
  await store('["playlists","someone","one","old"]', 5);
  await store('["playlists","someone","one","kept"]', 1_100);
  await store('["playlists","someone","one","new"]', 1_200);
  await use('["playlists","someone","one","new"]', 29);
  pinQueries(db, [["playlists", "someone", "one", "kept"]]);
  expect(await keptAfter({}, now)).toBe(400);
  expect(await db.queries.toCollection().primaryKeys()).not.toContain('q-["playlists","someone","one","old"]');
  // Fewer are no burden: all that the device can show without a network stays.
  await store('["playlists","someone","one","old"]', 1_250);
  expect(await keptAfter({}, now)).toBe(400);
  expect(await db.queries.count()).toBe(3);
});

test("what no answer shows goes", async () => {
  await confirm(230, "play");
  await store('["favourites","someone"]', 0);
  expect(await keptAfter()).toBe(200);
});
