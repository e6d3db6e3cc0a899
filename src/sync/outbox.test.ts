import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Operation } from "../../contract/outbox.ts";
import type { Api } from "../api/client.ts";
import { ApiError } from "../api/error.ts";
import { type AccountDatabase, openDatabase } from "../db/database.ts";
import { unsentIn, enqueue, readOutbox } from "../db/outbox.ts";
import { createDrainer, type DrainerDeps } from "./outbox.ts";
import { longestWaitMs } from "./retry.ts";

const songs = ["a", "b", "c", "d", "e", "f"].map(
  (digit) => `01890a5d-ac96-774b-bcce-b302099a80${digit}0`,
);
const [first, second] = songs as [string, string]; // six songs, as written above

let db: AccountDatabase;
let now: number;
let calls: { path: string; id: string; key: string | undefined }[];
let answer: (id: string, path: string) => Promise<void>;
let gone: Operation[];
let touched: string[][];

beforeEach(() => {
  db = openDatabase("someone");
  now = 1_700_000_000_000;
  calls = [];
  gone = [];
  touched = [];
  answer = async () => {};
});
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

const like = (songId: string, liked = true) => enqueue(db, { kind: "like", songId, liked });
const refusal = (status: number, retryAfterMs?: number) =>
  new ApiError("x", "x", { status, retryAfterMs });
const noNetwork = () => new ApiError("network", "x");
const states = async () => (await readOutbox(db)).rows.map((row) => row.state);

function drainer(over: Partial<DrainerDeps> = {}) {
  const call = async (
    endpoint: { path: string },
    input: { params: { id: string }; key?: string },
  ) => {
    calls.push({ path: endpoint.path, id: input.params.id, key: input.key });
    await answer(input.params.id, endpoint.path);
  };
  return createDrainer({
    db,
    api: { call: call as unknown as Api["call"] }, // the drainer reads no answer's body
    lock: (_, work) => work(),
    now: () => now,
    random: () => 0.5,
    onTouched: async (keys) => void touched.push(keys),
    onGone: (operation) => void gone.push(operation),
    ...over,
  });
}

test("sends each song once and confirms it; what it touched is told once", async () => {
  await Promise.all(songs.map((id) => like(id)));
  expect(await drainer().drain()).toBe("idle");
  expect(calls.map((call) => call.id).sort()).toEqual([...songs].sort());
  expect(await states()).toEqual(songs.map(() => "acked"));
  expect(touched).toEqual([["favourites"]]);
});

test("intents replace one another until one is sent", async () => {
  for (let index = 0; index < 7; index += 1) await like(first, index % 2 === 0);
  await drainer().drain();
  expect(calls.map((call) => call.path)).toEqual(["/songs/like/{id}"]);
});

test("an answer that was lost is asked for again under the same key, before what followed it", async () => {
  answer = async () => {
    throw noNetwork();
  };
  await like(first);
  const machine = drainer();
  expect(await machine.drain()).toBe("offline");
  await like(first, false);
  answer = async () => {};
  expect(await machine.drain()).toBe("idle");
  expect(calls.map((call) => call.path)).toEqual([
    "/songs/like/{id}",
    "/songs/like/{id}",
    "/songs/cancel-like/{id}",
  ]);
  expect(calls[0]?.key).toBe(calls[1]?.key);
  expect(calls[2]?.key).not.toBe(calls[1]?.key);
});

test("without a connection the others are not tried", async () => {
  answer = async () => {
    throw noNetwork();
  };
  await Promise.all(songs.map((id) => like(id)));
  await drainer().drain();
  expect(calls.length).toBeLessThanOrEqual(4);
});

test("a busy server is asked again after its Retry-After, and holds up no other song", async () => {
  answer = async (id) => {
    if (id === first) throw refusal(429, 60_000);
  };
  await like(first);
  await like(second);
  const machine = drainer();
  await machine.drain();
  expect(await states()).toEqual(["sent", "acked"]);
  expect(await machine.nextDueIn()).toBe(60_000);
  now += 59_000;
  await machine.drain();
  expect(calls.length).toBe(2);
  now += 2_000;
  answer = async () => {};
  await machine.drain();
  expect(await states()).toEqual(["acked", "acked"]);
});

test("a refused sign-in drops nothing", async () => {
  answer = async () => {
    throw refusal(401);
  };
  await like(first);
  expect(await drainer().drain()).toBe("sign-in");
  expect(await states()).toEqual(["sent"]);
});

test("a refused change waits for the user, the rest goes on", async () => {
  answer = async (id) => {
    if (id === first) throw refusal(422);
  };
  await like(first);
  await like(second);
  expect(await drainer().drain()).toBe("idle");
  expect(await states()).toEqual(["attention", "acked"]);
});

test("a like of a song that is gone is told once and forgotten", async () => {
  answer = async () => {
    throw refusal(404);
  };
  await like(first);
  const machine = drainer();
  await machine.drain();
  await machine.drain();
  expect(gone.length).toBe(1);
  expect(await states()).toEqual([]);
});

test("where nobody can be told that a song is gone, its like waits for a page", async () => {
  answer = async () => {
    throw refusal(404);
  };
  await like(first);
  await drainer({ onGone: undefined }).drain();
  expect(await states()).toEqual(["sent"]);
  expect(calls.length).toBe(1);
});

test("a row postponed by a clock that was wrong is due", async () => {
  await like(first);
  await db.outbox.toCollection().modify({ notBefore: now + 10 * longestWaitMs });
  await drainer().drain();
  expect(await states()).toEqual(["acked"]);
});

test("rows of a kind that this version does not know are kept and counted", async () => {
  await like(first);
  await db.outbox.toCollection().modify({ operation: { kind: "teleport" } });
  expect(await drainer().drain()).toBe("idle");
  const view = await readOutbox(db);
  expect(view).toEqual({ rows: [], unreadable: 1 });
  expect(unsentIn(view), "a sign-out asks what is to become of it").toBe(1);
  expect(await db.outbox.count()).toBe(1);
});

test("a change written while a drain runs is sent by it", async () => {
  const machine = drainer();
  answer = async (id) => {
    if (id !== first) return;
    await like(second);
    void machine.drain();
  };
  await like(first);
  await machine.drain();
  expect(await states()).toEqual(["acked", "acked"]);
});

test("without locks, the second tab's answer comes late and puts nothing above what followed", async () => {
  const tab = drainer();
  let answerLate: () => void = () => {};
  answer = () => new Promise((resolve) => (answerLate = () => resolve()));
  await like(first);
  const late = drainer().drain();
  await vi.waitFor(() => expect(calls.length).toBe(1));
  answer = async () => {};
  await tab.drain();
  await like(first, false);
  await tab.drain();
  answerLate();
  await late;
  const { rows } = await readOutbox(db);
  expect(rows.map((row) => row.ackSeq)).toEqual([1, 2]);
});
