import Dexie from "dexie";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { OrderedList } from "../../contract/list-names.ts";
import type { Operation } from "../../contract/outbox-operations.ts";
import { getUser } from "../../contract/users.ts";
import { orderSaveMs } from "../../contract/rules/limits.ts";
import type { Api } from "../api/api-client.ts";
import { ApiError } from "../api/api-error.ts";
import { type AccountDatabase, openDatabase } from "../db/database.ts";
import { discard, restore, retry } from "../db/outbox-decisions.ts";
import { enqueue } from "../db/outbox-enqueue.ts";
import { readOutbox, unsentIn } from "../db/outbox-table.ts";
import { createDrainer, type DrainerDeps } from "./outbox-drainer.ts";
import { longestWaitMs } from "./backoff.ts";

const songs = ["a", "b", "c", "d", "e", "f"].map((digit) => `01890a5d-ac96-774b-bcce-b302099a80${digit}0`);
const [first, second] = songs as [string, string]; // six songs, as written above

let db: AccountDatabase;
let now: number;
let calls: { path: string; id: string; key: string | undefined }[];
let answer: (id: string, path: string) => Promise<unknown>;
let gone: [Operation, unknown][];
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
const refusal = (status: number, retryAfterMs?: number) => new ApiError("x", "x", { status, retryAfterMs });
const noNetwork = () => new ApiError("network", "x");
const states = async () => (await readOutbox(db)).rows.map((row) => row.state);

function drainer(over: Partial<DrainerDeps> = {}) {
  const call = async (endpoint: Endpoint, input: { params: { id?: string }; body?: unknown; key?: string }) => {
    const { id = "" } = input.params;
    v.parse(endpoint.body, input.body);
    // Whether the server is there.
    if (endpoint !== getUser) calls.push({ path: endpoint.path, id, key: input.key });
    return (await answer(id, endpoint.path)) ?? { data: { orderedList: [] } };
  };
  return createDrainer({
    db,
    api: { call: call as unknown as Api["call"] }, // answers here are what the drainer reads of them
    lock: (_, work) => work(),
    now: () => now,
    random: () => 0.5,
    onTouched: async (keys) => void touched.push(keys),
    onGone: (operation, snapshot) => void gone.push([operation, snapshot]),
    ...over,
  });
}

test("sends each song once and confirms it; the list shows it and is not asked for again", async () => {
  await Promise.all(songs.map((id) => like(id)));
  expect(await drainer().drain()).toBe("idle");
  expect(calls.map((call) => call.id).sort()).toEqual([...songs].sort());
  expect(await states()).toEqual(songs.map(() => "acked"));
  expect(touched).toEqual([]);
});

test("what a change touched besides its list, and a list in a new order, are asked for again", async () => {
  await enqueue(db, { kind: "follow-user", userId: "u", followed: true });
  await enqueue(db, { kind: "like", songId: first, liked: true }, undefined, now - 60_000);
  await drainer().drain();
  expect(touched).toEqual([["people"]]);
  const order = { orderedList: songs, base: songs, moved: [first] };
  await enqueue(db, { kind: "order", list: "favourites", ...order }, undefined, now - 60_000);
  await drainer().drain();
  expect(touched).toEqual([["people"], ["favourites"]]);
});

test("a list is asked for again after a change that was tried before: its answer may be remembered", async () => {
  answer = async () => {
    throw noNetwork();
  };
  await like(first);
  const machine = drainer();
  await machine.drain();
  expect(touched).toEqual([]);
  answer = async () => {};
  await machine.drain();
  expect(touched).toEqual([["favourites"]]);
});

test("a list is asked for once after many changes, since their rows are not kept for ever", async () => {
  const many = Array.from({ length: 60 }, (_, index) => `${first.slice(0, -2)}${index + 10}`);
  for (const id of many) await like(id);
  await drainer().drain();
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
  expect(calls.map((call) => call.path)).toEqual(["/songs/like/{id}", "/songs/like/{id}", "/songs/cancel-like/{id}"]);
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

/** The user's word for what the call of one change alone does not get past. */
const isBlocked = async () =>
  (await readOutbox(db)).rows.find(({ problem }) => problem?.code === "blocked") !== undefined;

// 17.25
test("a like whose call alone is held back on the way holds up no other, and needs attention later", async () => {
  answer = async (id) => {
    if (id === first) throw noNetwork();
  };
  for (const id of songs) await like(id);
  const machine = drainer();
  // It may be a moment without a network: nothing overtakes.
  for (let tries = 0; tries < 4; tries += 1) {
    // Two at once count as one.
    if (tries === 2) now += 2_000;
    expect(await machine.drain()).toBe("offline");
  }
  now += 2_000;
  expect(new Set(calls.map(({ id }) => id))).toEqual(new Set([first]));
  expect(await machine.drain()).toBe("idle");
  expect((await states()).toSorted()).toEqual([...songs.slice(1).map(() => "acked"), "sent"]);
  expect(await machine.nextDueIn()).toBeGreaterThan(1_000);
  for (let tries = 0; tries < 7; tries += 1) {
    expect(await isBlocked()).toBe(false);
    now += longestWaitMs;
    await machine.drain();
  }
  expect(await isBlocked()).toBe(true);
  expect(new Set(calls.flatMap(({ id, key }) => (id === first ? key : []))).size).toBe(1);
  answer = async () => {};
  await retry(db, (await readOutbox(db)).rows.find(({ state }) => state === "attention")?.seq ?? 0);
  await machine.drain();
  expect(new Set(await states())).toEqual(new Set(["acked"]));
});

test("a call that hangs while something is asked for counts, too", async () => {
  for (const id of songs.slice(0, 3)) await like(id);
  const machine = drainer();
  answer = async (id) => {
    if (id !== first) return;
    void machine.drain();
    throw noNetwork();
  };
  for (let tries = 0; tries < 4; tries += 1) {
    await machine.drain();
    now += 60_000;
  }
  expect((await states()).filter((state) => state === "acked")).toHaveLength(2);
});

test("tries without any network bring no change nearer to the user", async () => {
  answer = async () => {
    throw noNetwork();
  };
  await like(first);
  for (let tries = 0; tries < 30; tries += 1) expect(await drainer().drain()).toBe("offline");
  expect(await states()).toEqual(["sent"]);
});

test("plays that an ad blocker holds back wait, and hold up nothing", async () => {
  answer = async (_, path) => {
    if (path.includes("/songs/played")) throw noNetwork();
  };
  await enqueue(db, { kind: "play", songId: second, playedAt: new Date(now).toISOString() });
  for (let tries = 0; tries < 12; tries += 1) {
    await drainer().drain();
    now += longestWaitMs;
  }
  await like(first);
  await drainer().drain();
  expect(await states()).toEqual(["sent", "acked"]);
});

test("a connection that comes back while a drain comes to its end is not missed", async () => {
  let isOnline = false;
  answer = async (id) => {
    if (id === first && !isOnline) throw noNetwork();
  };
  const machine = drainer({
    onTouched: async () => {
      if (isOnline) return;
      isOnline = true;
      void machine.drain();
    },
  });
  await enqueue(db, { kind: "follow-user", userId: "bob", followed: true });
  await like(first);
  await machine.drain();
  expect(await states()).toEqual(["acked", "acked"]);
});

test("a connection that comes back while a call still hangs on the old line is not missed", async () => {
  let isOnline = false;
  answer = async () => {
    if (isOnline) return;
    isOnline = true;
    void machine.drain({ isBack: true });
    throw noNetwork();
  };
  const machine = drainer();
  await like(first);
  expect(await machine.drain()).toBe("idle");
  expect(await states()).toEqual(["acked"]);
});

test("nor where another call was answered in between", async () => {
  let fail: ((error: unknown) => void) | undefined;
  answer = async (id, path) => {
    if (id === first) {
      void machine.drain({ isBack: true });
      return;
    }
    if (path === getUser.path) throw noNetwork();
    if (calls.length <= 2) await new Promise((_, reject) => (fail = reject));
  };
  const machine = drainer();
  await like(first);
  await like(second);
  const drained = machine.drain();
  // The second one goes once the first is acknowledged.
  await vi.waitFor(() => expect(fail).toBeDefined());
  expect(await states()).toContain("acked");
  fail?.(noNetwork());
  expect(await drained).toBe("idle");
  expect(await states()).toEqual(["acked", "acked"]);
});

test("changes made while the line hangs do not have it tried again", async () => {
  answer = async () => {
    await like(second);
    void machine.drain();
    throw noNetwork();
  };
  const machine = drainer();
  await like(first);
  expect(await machine.drain()).toBe("offline");
  expect(calls).toHaveLength(1);
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

const manyIds = (count: number) =>
  Array.from({ length: count }, (_, index) => `01890a5d-ac96-774b-bcce-b30209${(index + 0x100000).toString(16)}`);

test("a server in trouble is left in peace, longer each time, until it takes something again", async () => {
  answer = async () => {
    throw refusal(503);
  };
  for (const id of manyIds(40)) await like(id, false);
  const machine = drainer();
  const rests: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    expect(await machine.drain()).toBe("idle");
    const tries = calls.length;
    rests.push((await machine.nextDueIn()) ?? 0);
    now += (rests.at(-1) ?? 0) - 1;
    await machine.drain();
    expect(calls.length, "nothing is sent meanwhile").toBe(tries);
    now += 1;
  }
  // After three single failures the fourth is the server's; four are on their way at once.
  expect(calls.length).toBeLessThanOrEqual(3 + 5 * 4);
  expect(rests).toEqual([1_500, 3_000, 6_000, 12_000, 24_000]);
  const tries = calls.length;
  now -= 1;
  await machine.drain({ all: true });
  expect(calls.length, "the user asks for it").toBeGreaterThan(tries);
  answer = async () => {};
  await machine.drain({ all: true });
  expect(await states()).toEqual(Array.from({ length: 40 }, () => "acked"));
});

// 17.25
test("a night without a network does not lengthen the wait for a server that is busy once", async () => {
  await like(first);
  const machine = drainer();
  answer = async () => {
    throw noNetwork();
  };
  for (let round = 0; round < 20; round += 1) expect(await machine.drain()).toBe("offline");
  answer = async () => {
    throw refusal(503);
  };
  await machine.drain();
  const rests = [await machine.nextDueIn()];
  now += 1_500;
  await machine.drain();
  rests.push(await machine.nextDueIn());
  expect(rests).toEqual([1_500, 3_000]);
});

test("a server that asks for patience gets it for all that waits", async () => {
  answer = async () => {
    throw refusal(429, 60_000);
  };
  for (const id of manyIds(40)) await like(id);
  const machine = drainer();
  await machine.drain();
  expect(calls.length, "likes go one by one").toBe(4);
  expect(await machine.nextDueIn()).toBe(60_000);
  now += 59_000;
  await machine.drain();
  expect(calls.length).toBe(4);
});

test("some changes that the server never takes hold up no others", async () => {
  const [a, b, c] = songs;
  answer = async (id) => {
    if (id === a || id === b || id === c) throw refusal(500);
  };
  for (const id of songs) await like(id);
  await drainer().drain();
  expect((await states()).slice(3)).toEqual(["acked", "acked", "acked"]);
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
  const operation: Operation = { kind: "like", songId: first, liked: true };
  await enqueue(db, operation, { title: "Low Tide" });
  const machine = drainer();
  await machine.drain();
  await machine.drain();
  expect(gone).toEqual([[operation, { title: "Low Tide" }]]);
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
  expect(view).toEqual({ rows: [], unreadable: [1] });
  expect(unsentIn(view), "a sign-out asks what is to become of it").toBe(1);
  expect(await db.outbox.count()).toBe(1);
});

test("an answer that is not understood acknowledges nothing: the same key goes out again, later the user is asked", async () => {
  answer = async () => {
    throw new ApiError("invalid-reply", "Not understood");
  };
  await like(first);
  await enqueue(db, { kind: "play", songId: second, playedAt: new Date(now).toISOString() });
  const machine = drainer();
  await machine.drain();
  expect(await states()).toEqual(["sent", "sent"]);
  expect(await machine.nextDueIn()).toBeGreaterThan(1_000);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  for (let tries = 0; tries < 9; tries += 1) {
    now += longestWaitMs;
    await machine.drain();
  }
  expect(await states(), "a play is nothing to ask about").toEqual(["attention"]);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(2);
  answer = async () => {};
  await retry(db, (await readOutbox(db)).rows[0]?.seq ?? 0);
  await machine.drain();
  expect(await states()).toEqual(["acked"]);
});

test("answers that are not understood are counted in a row", async () => {
  await like(first);
  const machine = drainer();
  for (let tries = 0; tries < 24; tries += 1) {
    answer = async () => {
      throw tries % 8 === 7 ? refusal(503) : new ApiError("invalid-reply", "x");
    };
    now += longestWaitMs;
    await machine.drain();
  }
  expect(await states()).toEqual(["sent"]);
});

test.each([
  ["attempts", NaN],
  ["notBefore", "soon"],
  ["id", undefined],
  ["state", "lost"],
  ["uid", "somebody else"],
  ["ackSeq", "7"],
  ["sentAfter", {}],
  ["answer", 5],
  ["problem", { code: "x", title: {} }],
])("a row with a damaged %s is kept and counted, and holds up nothing", async (name, value) => {
  await like(first);
  await db.outbox.toCollection().modify((row) => void Object.assign(row, { [name]: value }));
  await like(second);
  expect(await drainer().drain()).toBe("idle");
  expect(calls.map((call) => call.id)).toEqual([second]);
  expect(await readOutbox(db)).toMatchObject({ rows: [{ state: "acked" }], unreadable: [1] });
  expect(await drainer().nextDueIn(), "nothing is tried over and over").toBeUndefined();
  await discard(db, 1);
  expect(await db.outbox.count()).toBe(1);
});

test("a change that the contract does not let out needs attention, and holds up nothing", async () => {
  await move([first, first], [first, second], [first]);
  await enqueue(db, { kind: "follow-user", userId: "bob", followed: true });
  now += orderSaveMs;
  expect(await drainer().drain()).toBe("idle");
  expect(paths()).toEqual(["/users/follow/{id}"]);
  expect(await states()).toEqual(["attention", "acked"]);
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
  answer = () => new Promise<void>((resolve) => (answerLate = () => resolve()));
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

const paths = () => calls.map((call) => call.path);
const move = (orderedList: string[], base: string[], moved: string[], list: OrderedList = "favourites") => {
  const heard = { value: [first, second], begun: 0, seen: 0 };
  return enqueue(db, { kind: "order", list, orderedList, base, moved }, undefined, now, heard);
};
const orderPath = "/songs/order-favorite/{id}";

// 7.2, 7.5
test("an order is sent 3 s after the last drop, with the first one's beginning", async () => {
  await move([second, first], [first, second], [second]);
  const machine = drainer();
  now += orderSaveMs - 1;
  await machine.drain();
  expect(await machine.nextDueIn()).toBe(1);
  await move([first, second], [second, first], [first]);
  now += orderSaveMs - 1;
  await machine.drain();
  expect(calls).toEqual([]);
  now += 1;
  await machine.drain();
  expect(paths()).toEqual([orderPath]);
  const { rows } = await readOutbox(db);
  expect(rows.map((row) => row.operation)).toMatchObject([
    { base: [first, second], orderedList: [first, second], moved: [second, first] },
  ]);
});

test("a drop after an order was sent follows it", async () => {
  answer = async () => {
    throw noNetwork();
  };
  await move([second, first], [first, second], [second]);
  now += orderSaveMs;
  const machine = drainer();
  await machine.drain();
  await move([first, second], [second, first], [first]);
  answer = async () => ({ data: { orderedList: [second, first] } });
  expect(await machine.nextDueIn()).toBe(0);
  now += orderSaveMs;
  await machine.drain();
  expect(paths()).toEqual([orderPath, orderPath, orderPath]);
  expect(calls[0]?.key).toBe(calls[1]?.key);
  const { rows } = await readOutbox(db);
  expect(rows, "the server's list of the newer one is enough").toMatchObject([
    { operation: { base: [second, first] }, answer: [second, first] },
  ]);
});

test("an order waits for what was wanted of its list before it, and holds what was wanted after", async () => {
  await like(first);
  await move([second, first], [first, second], [second]);
  await like(second, false);
  await enqueue(db, { kind: "follow-user", userId: "bob", followed: true });
  const machine = drainer();
  await machine.drain();
  expect(paths().sort()).toEqual(["/songs/like/{id}", "/users/follow/{id}"]);
  expect(await machine.nextDueIn(), "what the order holds is not due before it").toBe(orderSaveMs);
  now += orderSaveMs;
  await machine.drain();
  expect(paths().slice(2)).toEqual([orderPath, "/songs/cancel-like/{id}"]);
});

test("an order waits for what left its list before it", async () => {
  await like(first, false);
  answer = async () => {
    throw refusal(503);
  };
  const machine = drainer();
  await machine.drain();
  await move([second, songs[2] ?? ""], [songs[2] ?? "", second], [second]);
  now += orderSaveMs;
  await machine.drain();
  expect(paths()).not.toContain(orderPath);
  answer = async () => {};
  now += longestWaitMs;
  await machine.drain();
  expect(paths().slice(-2)).toEqual(["/songs/cancel-like/{id}", orderPath]);
});

test("a song that was liked between two drops is sent before both", async () => {
  await move([second, first], [first, second], [second]);
  const third = songs[2] ?? "";
  await like(third);
  await move([second, third, first], [third, second, first], [second]);
  now += orderSaveMs;
  await drainer().drain();
  expect(paths()).toEqual(["/songs/like/{id}", orderPath]);
  const { rows } = await readOutbox(db);
  expect(rows.at(-1)?.operation).toMatchObject({ base: [third, first, second], moved: [second] });
});

test("two drops between which a song of theirs joined again are sent each on its own", async () => {
  await like(first);
  await move([second, first], [first, second], [second]);
  // Never handed out, so this is the only like of it, and what it puts on top came after the drop.
  await like(first);
  await move([second, first], [first, second], [second]);
  now += orderSaveMs;
  await drainer().drain();
  expect(paths()).toEqual([orderPath, "/songs/like/{id}", orderPath]);
});

test("likes arrive in the order they were made, one that is tried later excepted; unlikes at once", async () => {
  let open = 0;
  let most = 0;
  answer = async (id) => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 20));
    open -= 1;
    if (id === second && calls.length < 4) throw refusal(503);
  };
  for (const id of songs) await like(id);
  const machine = drainer();
  await machine.drain();
  expect(calls.map((call) => call.id)).toEqual(songs);
  expect(most).toBe(1);
  for (const id of songs) await like(id, false);
  now += longestWaitMs;
  let meet: () => void = () => {};
  const four = new Promise<void>((met) => (meet = met));
  answer = async () => {
    most = Math.max(most, ++open);
    if (open === 4) meet();
    await four;
    open -= 1;
  };
  await machine.drain();
  expect(most).toBe(4);
});

test("a like that follows an unlike to be tried later holds up no other like", async () => {
  await like(first, false);
  answer = async () => {
    throw refusal(503, 60_000);
  };
  const machine = drainer();
  await machine.drain();
  await like(first);
  await like(second);
  answer = async () => {};
  await machine.drain();
  expect(calls.slice(1)).toMatchObject([{ path: "/songs/like/{id}", id: second }]);
  now += 60_000;
  await machine.drain();
  expect(await states()).toEqual(["acked", "acked", "acked"]);
});

test("all that waits is sent when the user wants to leave, each once", async () => {
  await move([second, first], [first, second], [second]);
  await like(first);
  answer = async (_, path) => {
    if (path === orderPath) throw refusal(503, 30_000);
  };
  const machine = drainer();
  await machine.drain({ all: true });
  await machine.drain({ all: true });
  expect(paths()).toEqual([orderPath, orderPath]);
  answer = async () => {};
  await machine.drain({ all: true });
  expect(await states()).toEqual(["acked", "acked"]);
});

test("plays are sent one by one with their time; a refused one is no matter for the user", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const playAt = (playedAt: string) => enqueue(db, { kind: "play", songId: first, playedAt });
  await playAt("1970-01-01T00:00:00.000Z");
  await playAt("1970-01-01T00:00:00.000Z");
  answer = async (_, path) => {
    if (calls.length === 1 && path.includes("/songs/played")) throw refusal(422);
  };
  await drainer().drain();
  expect(paths()).toEqual(["/songs/played/{id}", "/songs/played/{id}", "/song-played/{id}"]);
  expect(new Set(calls.slice(0, 2).map((call) => call.key)).size).toBe(2);
  expect(await states()).toEqual(["acked"]);
});

test("a key that was used up is renewed once", async () => {
  const used = new ApiError("key-reused", "x", { status: 422 });
  answer = async () => {
    throw used;
  };
  await like(first);
  await drainer().drain();
  expect(calls.map((call) => call.key?.split(":")[1])).toEqual(["1", "2"]);
  expect(await states()).toEqual(["attention"]);
});

test("a refused change gives way to a newer one, waits for Retry, or is discarded", async () => {
  answer = async () => {
    throw refusal(422);
  };
  await like(first);
  await like(second);
  const machine = drainer();
  await machine.drain();
  await like(first, false);
  const [refused, newer] = (await readOutbox(db)).rows;
  expect([refused?.state, newer?.state]).toEqual(["attention", "waiting"]);
  expect(await discard(db, newer?.seq ?? 0)).toEqual([]);
  expect(await states(), "only what was refused can be discarded").toHaveLength(2);
  answer = async () => {};
  await retry(db, refused?.seq ?? 0);
  await machine.drain();
  expect(await states()).toEqual(["acked", "acked"]);
});

test("a discard is taken back, unless something newer is wanted since", async () => {
  answer = async () => {
    throw refusal(422);
  };
  await like(first);
  await like(second);
  await drainer().drain();
  const [one, other] = [await discard(db, 1), await discard(db, 2)];
  expect(await db.outbox.count()).toBe(0);
  await like(second, false);
  await restore(db, [...one, ...other]);
  expect((await readOutbox(db)).rows).toMatchObject([
    { seq: 1, state: "attention", problem: { code: "x" } },
    { seq: 3, operation: { songId: second, liked: false } },
  ]);
});

test("a change refused while a newer one waits is not brought up", async () => {
  answer = async (_, path) => {
    if (path !== "/songs/like/{id}") return;
    await like(first, false);
    throw refusal(422);
  };
  await like(first);
  const machine = drainer();
  await machine.drain();
  await machine.drain();
  const { rows } = await readOutbox(db);
  expect(rows).toMatchObject([{ state: "acked", operation: { liked: false } }]);
});

test.each([1970, 2040])("a clock of %i sends nothing twice and drops nothing", async (year) => {
  now = Date.UTC(year, 0, 2);
  await move([second, first], [first, second], [second]);
  answer = async () => {
    throw refusal(503);
  };
  await like(first);
  const machine = drainer();
  await machine.drain();
  now = Date.UTC(2026, 10, 21);
  answer = async () => {};
  await machine.drain();
  await machine.drain();
  expect(await states()).toEqual(["acked", "acked"]);
  expect(paths()).toHaveLength(2);
});

test("500 changes are read once, not for each that is sent", async () => {
  const ids = manyIds(500);
  await db.outbox.bulkAdd(
    ids.map((songId, index) => ({
      id: `row-${index}`,
      uid: "someone",
      target: `like:${songId}`,
      operation: { kind: "like", songId, liked: index % 2 === 0 },
      version: 1,
      state: "waiting" as const,
      attempts: 0,
      notBefore: 0,
    })),
  );
  let reads = 0;
  db.outbox.hook("reading", (row) => {
    reads += 1;
    return row;
  });
  expect(await drainer().drain()).toBe("idle");
  expect(calls).toHaveLength(500);
  // All at the start, and each three times on its own way.
  expect(reads).toBeLessThan(2_500);
}, 20_000);

test.each([0, 1, 2, 3, 4])("a change that is wanted %i turns after the lock was given back is sent", async (turns) => {
  await like(first);
  await like(second);
  let late: Promise<unknown> | undefined;
  const one = drainer({
    async lock(_, work) {
      const end = await work();
      if (late !== undefined) return end;
      // Nothing is written between the turns: a storage would take many.
      let turn = Promise.resolve();
      for (let count = 0; count < turns; count += 1) turn = turn.then(() => {});
      late = turn.then(() => one.drain({ all: true }));
      return end;
    },
  });
  answer = async (id) => {
    if (id === second && calls.length <= 2) throw refusal(503);
  };
  await one.drain();
  await late;
  expect(await states()).toEqual(["acked", "acked"]);
});

test("a drain that lost its lock sends no more rows and does not disturb the next drain", async () => {
  let freeze: () => void = () => {};
  const machine = drainer({
    // As a page that the browser freezes: the lock is gone, the work goes on after the page's return.
    lock: (_, work) =>
      Promise.race([work(), new Promise<never>((_, reject) => (freeze = () => reject(new Error("frozen"))))]),
  });
  const hung: (() => void)[] = [];
  answer = () => new Promise<void>((resolve) => hung.push(resolve));
  await like(first);
  await like(second);
  const broken = machine.drain();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  freeze();
  await expect(broken).rejects.toThrow("frozen");
  const next = machine.drain();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  hung[0]?.();
  await vi.waitFor(async () => expect(await states()).toContain("acked"));
  hung[1]?.();
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  hung[2]?.();
  expect(await next).toBe("idle");
  expect(calls.map((call) => call.id)).toEqual([first, first, second]);
  expect(await states()).toEqual(["acked", "acked"]);
});

const playlistId = "01890a5d-ac96-774b-bcce-b302099a8190";
const createPlaylist = () =>
  enqueue(db, {
    kind: "create-playlist",
    playlistId,
    playlist: { title: "Shore", description: "By the sea", genre: null, private: true },
  });
const addTo = (songId: string) => enqueue(db, { kind: "playlist-song", playlistId, songId, added: true });

test("what goes into a new playlist is sent after it, and its deletion after all of it (specification 17.47)", async () => {
  await createPlaylist();
  await addTo(first);
  await enqueue(db, { kind: "edit-playlist", playlistId, playlist: { title: "Coast" } });
  await addTo(second);
  let fails = true;
  answer = async (_, path) => {
    if (path === "/playlists" && fails) throw refusal(503);
  };
  const machine = drainer();
  await machine.drain();
  expect(paths()).toEqual(["/playlists"]);
  fails = false;
  now += longestWaitMs;
  await machine.drain();
  expect(paths().slice(1).toSorted()).toEqual(["/playlists", "/playlists/add/{songId}", "/playlists/add/{songId}"]);
  expect(paths()[1]).toBe("/playlists");
  await addTo(songs[2] ?? "");
  answer = () => Promise.reject(noNetwork());
  await machine.drain();
  await enqueue(db, { kind: "delete-playlist", playlistId });
  calls = [];
  answer = async () => {};
  await machine.drain();
  expect(paths()).toEqual(["/playlists/add/{songId}", "/playlists/{id}"]);
});

test("what goes into a playlist that is refused waits for the user's decision, and keeps nobody awake", async () => {
  await createPlaylist();
  await addTo(first);
  await like(second);
  answer = async (_, path) => {
    if (path === "/playlists") throw new ApiError("id-taken", "No", { status: 409 });
  };
  const machine = drainer();
  expect(await machine.drain()).toBe("idle");
  expect(paths().toSorted()).toEqual(["/playlists", "/songs/like/{id}"]);
  expect(await states()).toEqual(["attention", "waiting", "acked"]);
  expect(await machine.nextDueIn()).toBeUndefined();
  answer = async () => {};
  await retry(db, 1);
  expect(await machine.nextDueIn()).toBe(0);
  await machine.drain();
  expect(await states()).toEqual(["acked", "acked", "acked"]);
});
