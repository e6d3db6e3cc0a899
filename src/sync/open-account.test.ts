import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { getUser } from "../../contract/users.ts";
import { ApiError } from "../api/api-error.ts";
import { keepPlaylist } from "../db/kept-playlists.ts";
import { createQueryStore, maxRows } from "../db/query-store.ts";
import { readOutbox } from "../db/outbox-table.ts";
import { markUploadRefused, storeUpload } from "../db/upload-rows.ts";
import { openAccount } from "./open-account.ts";

const songId = "01890a5d-ac96-774b-bcce-b302099a8057";
const like = { kind: "like", songId, liked: true } as const;
let count = 0;

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(Math, "random").mockReturnValue(0);
});
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  // Also after a failure: the next tests would wait for ever.
  vi.useRealTimers();
  for (const end of ends.splice(0)) await end();
});

function open(answer: () => unknown = () => undefined, uid = `somebody-${(count += 1)}`) {
  const calls: unknown[] = [];
  const gone: unknown[] = [];
  const invalidated: unknown[] = [];
  const account = openAccount({
    uid,
    api: {
      call: (async (endpoint: unknown, input: unknown) => {
        // Whether the server is there.
        if (endpoint !== getUser) calls.push(input);
        return answer();
      }) as never, // a like's answer is not read
    },
    online: { get: () => true, subscribe: () => () => {}, report() {}, wasReached: () => true, check() {}, close() {} },
    invalidate: (keys) => void invalidated.push(...keys),
    cachedResults: () => [],
    onGone: (title) => void gone.push(title),
    onUnsent: () => {},
  });
  ends.push(async () => {
    account.stop();
    account.db.close();
    await Dexie.delete(account.db.name);
  });
  return { account, calls, invalidated, gone };
}

const state = async ({ db }: ReturnType<typeof open>["account"]) => (await readOutbox(db)).rows.map((row) => row.state);

// 17.28
test("a network that is said to be back: what waits is sent at once, and failures are repeated soon again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { account, calls } = open(() => {
    throw new ApiError("network", "x");
  });
  await account.change(like);
  for (let tries = 1; tries < 8; tries += 1) {
    await vi.waitFor(() => expect(calls).toHaveLength(tries));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersToNextTimer();
  }
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  account.kick(true);
  await vi.waitFor(() => expect(calls).toHaveLength(9));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  vi.advanceTimersByTime(2_000);
  await vi.waitFor(() => expect(calls).toHaveLength(10));
});

test.each([
  ["a call that never ends", () => new Promise(() => {})],
  ["the wait that a server asks for", () => Promise.reject(new ApiError("unavailable", "x", { status: 503 }))],
])(
  "what a tab leaves that is closed during %s is sent by one that is open",
  async (_, answer) => {
    const { account: other, calls } = open();
    await vi.waitFor(() => expect(other.outbox.get()).toBeDefined());
    const { account: closing, calls: tried } = open(answer, other.uid);
    await closing.change(like);
    await vi.waitFor(() => expect(tried).toHaveLength(1));
    closing.stop();
    await vi.waitFor(async () => expect(await state(other)).toEqual(["acked"]), { timeout: 15_000, interval: 100 });
    expect(calls).toHaveLength(1);
  },
  20_000,
);

// 17.29
test("what the server refuses is not among what sending all has left to try", async () => {
  const { account } = open(() => {
    throw new ApiError("not-found", "There is nothing here", { status: 404 });
  });
  await account.change({ kind: "follow-user", userId: "ben", followed: true });
  const audio = new File(["0123456789"], "a.mp3");
  const values = { title: "Tide", artist: "Ana", album: null, genre: "Ska", private: true } as const;
  const add = () => storeUpload(account.db, { audio, cover: null }, values, {});
  await markUploadRefused(account.db, await add(), { code: "unsupported-media", title: "This is no sound file" });
  expect(await account.flush()).toBe(0);
  expect(await state(account)).toEqual(["attention"]);
  await add();
  expect(await account.flush()).toBe(1);
});

test("nor is what waits behind a refused creation", async () => {
  const { account } = open(() => {
    throw new ApiError("invalid-request", "No", { status: 400 });
  });
  const playlistId = "01890a5d-ac96-774b-bcce-b302099a80a0";
  const playlist = { title: "Shore", description: "By the sea", genre: null, private: true } as const;
  const songId = "01890a5d-ac96-774b-bcce-b302099a8057";
  await account.changeAll([
    { operation: { kind: "create-playlist", playlistId, playlist } },
    { operation: { kind: "playlist-song", playlistId, songId, added: true } },
  ]);
  expect(await account.flush()).toBe(0);
  expect(await state(account)).toEqual(["attention", "waiting"]);
});

test("a storage that fails while a change is sent: it is tried again without being asked", async () => {
  const { account, calls } = open();
  vi.spyOn(account.db.outbox, "put").mockImplementationOnce(() => {
    throw new Dexie.QuotaExceededError("full");
  });
  await account.change(like);
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(calls).toEqual([]);
  await vi.waitFor(async () => expect(await state(account)).toEqual(["acked"]), { timeout: 4_000 });
  expect(calls).toHaveLength(1);
});

test("however many ask while the storage fails, it is tried again soon", async () => {
  const { account, calls } = open();
  vi.spyOn(account.db.outbox, "put").mockImplementationOnce(() => {
    throw new Dexie.QuotaExceededError("full");
  });
  await account.change(like);
  for (let more = 0; more < 9; more += 1) account.kick();
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 4_000 });
  expect(console.warn).toHaveBeenCalledOnce();
});

test("a like of a song that is gone is told by its title", async () => {
  const { account, gone } = open(() => {
    throw new ApiError("not-found", "x", { status: 404 });
  });
  await account.change(like, { title: "Low Tide" });
  await vi.waitFor(() => expect(gone).toEqual(["Low Tide"]));
});

test("a storage that cannot mark answers as old: the screens ask all the same", async () => {
  const { account, invalidated } = open();
  vi.spyOn(account.db.queries, "where").mockImplementation(() => {
    throw new Dexie.QuotaExceededError("full");
  });
  const other = new BroadcastChannel(`offbeat-${account.uid}`);
  const heard: unknown[] = [];
  other.onmessage = ({ data }) => void heard.push(data);
  await account.change({ kind: "follow-user", userId: "bob", followed: true });
  const keys = [["people", account.uid]];
  await vi.waitFor(() => expect(heard).toEqual([keys]));
  other.close();
  expect(invalidated).toEqual(keys);
});

test("what a tab of another version says is passed over, what one of this says is heard", async () => {
  const { account, invalidated } = open();
  const other = new BroadcastChannel(`offbeat-${account.uid}`);
  for (const said of [7, null, "favourites", { keys: [] }, [["favourites"]]]) other.postMessage(said);
  await vi.waitFor(() => expect(invalidated).toEqual([["favourites"]]));
  other.close();
});

test("however many changes are made while the line hangs, it is tried again soon", async () => {
  let fail: (error: ApiError) => void = () => {};
  const hung = new Promise((_, reject) => (fail = reject));
  const { account, calls } = open(() => hung);
  await account.change(like);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  for (let more = 0; more < 8; more += 1)
    await account.change({ ...like, songId: `01890a5d-ac96-774b-bcce-b302099a806${more}` });
  fail(new ApiError("network", "x"));
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1), { timeout: 3_000 });
});

test("an account that is closed while it sends says nothing and tries nothing again", async () => {
  const { account, calls } = open();
  const put = vi.spyOn(account.db.outbox, "put").mockImplementation(() => {
    account.stop();
    throw new Dexie.DatabaseClosedError();
  });
  await account.change(like);
  await vi.waitFor(() => expect(put).toHaveBeenCalled());
  // Longer than the first wait for another try.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(console.warn).not.toHaveBeenCalled();
  expect(put).toHaveBeenCalledOnce();
  expect(calls).toEqual([]);
});

test("the answers that favourites and kept playlists show are never evicted (specification 17.56)", async () => {
  const { account } = open();
  const row = (key: string) => ({
    key,
    query: { buster: "1", state: { data: 0, dataUpdatedAt: 1 } },
    begun: 1,
    usedAt: 1,
  });
  const pinned = [
    `q-["favourites","${account.uid}"]`,
    `q-["playlist-songs","${account.uid}","shore"]`,
    `q-["playlists","${account.uid}","one","shore"]`,
    `q-["songs","${account.uid}","shore","first"]`,
  ];
  await keepPlaylist(account.db, { _id: "shore", title: "Shore", owner: "ben" });
  await vi.waitFor(() => expect(account.kept.get()).toHaveLength(1));
  await account.db.queries.bulkAdd([...pinned, ...Array.from({ length: maxRows + 5 }, (_, n) => `q-${n}`)].map(row));
  await createQueryStore(account.db, v.any()).write("new", { value: [], begun: 2, seen: 0 });
  expect(await account.db.queries.count()).toBe(maxRows + pinned.length);
  expect((await account.db.queries.bulkGet(pinned)).every((one) => one !== undefined)).toBe(true);
});
