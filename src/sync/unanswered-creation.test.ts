/** An edit behind a creation that the server has done without an answer that arrived (specification 5.15, 17.21). */
import Dexie from "dexie";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { createPlaylist, editPlaylist } from "../../contract/playlists.ts";
import { getUser } from "../../contract/users.ts";
import type { Api } from "../api/api-client.ts";
import { ApiError } from "../api/api-error.ts";
import { type AccountDatabase, openDatabase } from "../db/database.ts";
import { markAttention, retry } from "../db/outbox-decisions.ts";
import { enqueue } from "../db/outbox-enqueue.ts";
import { markSent, readOutbox } from "../db/outbox-table.ts";
import { longestWaitMs } from "./backoff.ts";
import { createDrainer } from "./outbox-drainer.ts";

const playlistId = "01890a5d-ac96-774b-bcce-b302099a80a0";
const form = { title: "Shore", description: "By the sea", genre: null, private: true } as const;
let db: AccountDatabase;
beforeEach(() => {
  db = openDatabase("ada");
});
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

/** A server that makes the playlist, and whose answers arrive once it is told; with a creation that was asked about meanwhile. */
async function loseAnswers(lose: () => ApiError, isThere: boolean) {
  let now = 1_700_000_000_000;
  let title: string | undefined;
  let arrives = false;
  const call = async (endpoint: Endpoint, { body }: { body?: { playlist: { title: string } } }) => {
    if (endpoint === getUser && isThere) return {};
    if (endpoint === getUser) throw new ApiError("network", "x");
    // The server takes an id once: to its owner it answers with the playlist as it is (5.15).
    if (endpoint === createPlaylist) title ??= body?.playlist.title;
    if (endpoint === editPlaylist) title = body?.playlist.title ?? title;
    if (!arrives) throw lose();
    return { data: { _id: playlistId, title } };
  };
  const drainer = createDrainer({
    db,
    api: { call: call as unknown as Api["call"] },
    lock: (_name, work) => work(),
    now: () => now,
    random: () => 0.5,
    onTouched: async () => {},
  });
  await enqueue(db, { kind: "create-playlist", playlistId, playlist: form });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await drainer.drain({ all: true });
    now += longestWaitMs;
  }
  const [refused] = (await readOutbox(db)).rows;
  expect(refused?.state).toBe("attention");
  expect(title).toBe("Shore");
  return {
    seq: refused?.seq ?? 0,
    title: () => title,
    drain() {
      arrives = true;
      return drainer.drain({ all: true });
    },
  };
}

const rename = () => enqueue(db, { kind: "edit-playlist", playlistId, playlist: { title: "Coast" } });

test.each([
  ["not understood, as those of a newer server", () => new ApiError("invalid-reply", "x")],
  ["held back on the way, as by a firewall", () => new ApiError("network", "x")],
])("what is typed after a creation whose answers are %s reaches the server", async (_, lose) => {
  const { seq, title, drain } = await loseAnswers(lose, true);
  // The user gives it another title, and presses "Retry"; by now the answers arrive.
  await rename();
  await retry(db, seq);
  await drain();
  expect((await readOutbox(db)).rows.map(({ state }) => state)).not.toContain("attention");
  // Nothing waits any more: this is what the user is left with.
  expect(title()).toBe("Coast");
});

test("the same where the edit comes after Retry, into a row that was handed to the network before (17.21)", async () => {
  const { seq, title, drain } = await loseAnswers(() => new ApiError("invalid-reply", "x"), false);
  await retry(db, seq);
  await rename();
  await drain();
  expect((await readOutbox(db)).rows.every(({ state }) => state === "acked")).toBe(true);
  expect(title()).toBe("Coast");
});

test.each([
  ["blocked", ["create-playlist", "edit-playlist"], true],
  ["invalid-request", ["create-playlist"], false],
])("an edit of while a creation was sent stays behind it only where that may be done: %s", async (code, kinds, may) => {
  await enqueue(db, { kind: "create-playlist", playlistId, playlist: form });
  const [created] = (await readOutbox(db)).rows;
  await markSent(db, created?.seq ?? 0);
  await rename();
  await markAttention(db, created?.seq ?? 0, { code, title: "x" });
  const { rows } = await readOutbox(db);
  expect(rows.map(({ operation }) => operation.kind)).toEqual(kinds);
  expect(rows[0]?.mayBeDone).toBe(may);
});

test("a creation that the server itself refuses is not done: what is typed goes into it again", async () => {
  await enqueue(db, { kind: "create-playlist", playlistId, playlist: form });
  const seq = async () => (await readOutbox(db)).rows[0]?.seq ?? 0;
  await markAttention(db, await seq(), { code: "blocked", title: "x" });
  await retry(db, await seq());
  await markAttention(db, await seq(), { code: "invalid-request", title: "x" });
  await rename();
  const { rows } = await readOutbox(db);
  expect(rows.map(({ operation }) => operation)).toEqual([
    { kind: "create-playlist", playlistId, playlist: { ...form, title: "Coast" } },
  ]);
});
