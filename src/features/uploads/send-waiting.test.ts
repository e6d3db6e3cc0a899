/** Songs that wait on the device: over a real database, with a line that a test makes and breaks (specification 17.29). */
import Dexie from "dexie";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Song } from "../../../contract/songs.ts";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { createLocks } from "../../../tests/support/fake-locks.ts";
import { uploadOf } from "../../../tests/support/items.ts";
import { openDatabase } from "../../db/database.ts";
import {
  discardUpload,
  markUploadRefused,
  noteProgress,
  readUploads,
  restoreUpload,
  retryUpload,
  storeUpload,
} from "../../db/upload-rows.ts";
import { releaseWhenLeft } from "../../db/page-lifecycle.ts";
import { createStore } from "../../lib/store.ts";
import type { Account } from "../../sync/account-session.ts";
import { openAccount } from "../../sync/open-account.ts";
import { uploadClaims } from "../../sync/upload-claims.ts";
import { removeAccount } from "../auth/remove-account.ts";
import { noteSignOut } from "../auth/stored-sign-outs.ts";
import { sendWaiting } from "./send-waiting.ts";
import type { SongBody, Transfers } from "./transfers.ts";
import type { BatchEnd } from "./upload-batch.ts";
import { pauseLeft, pauseUploads, shelfOf } from "./upload-shelf.ts";
import { createUploads } from "./uploads.ts";

let count = 0;
const ends: (() => unknown)[] = [];
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  // The shortest waits.
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type World = ReturnType<typeof openWorld>;

function openWorld(uid = `uploader-${++count}`) {
  const reached = createStore(false);
  const online = {
    get: reached.get,
    subscribe: reached.subscribe,
    report() {},
    wasReached: () => true,
    check: vi.fn<() => void>(),
    close() {},
  };
  const account: Account = openAccount({
    uid,
    api: { call: () => Promise.reject(new ApiError("network", "none")) },
    online,
    invalidate: () => {},
    cachedResults: () => [],
    onGone: () => {},
    onUnsent: () => {},
  });
  ends.push(async () => {
    account.stop();
    account.db.close();
    await Dexie.delete(account.db.name);
  });
  const said = vi.fn<(text: string) => void>();
  const app = { online, account: () => account, toaster: { success: said } } as unknown as App; // it uses these parts only
  let keys = 0;
  const parts: Transfers = {
    limits: () => ({ audio: undefined, cover: undefined }),
    readTags: vi.fn<Transfers["readTags"]>(),
    probe: vi.fn<Transfers["probe"]>(),
    canRead: async () => true,
    measure: vi.fn<Transfers["measure"]>(async () => null),
    findDuplicates: vi.fn<Transfers["findDuplicates"]>(),
    reach: async () => true,
    isHeldBack: async () => false,
    upload: vi.fn<Transfers["upload"]>(async (kind, { name }) => uploadOf(name, kind)),
    save: vi.fn<Transfers["save"]>(async ({ song }) => ({ ...song, private: true }) as Song),
    announce: vi.fn<Transfers["announce"]>(),
    newKey: () => `key-${++keys}`,
    wait: async () => {},
    shelf: shelfOf(account),
  };
  const transfers = parts as { [K in keyof Transfers]: Transfers[K] } & {
    upload: ReturnType<typeof vi.fn<Transfers["upload"]>>;
    save: ReturnType<typeof vi.fn<Transfers["save"]>>;
  };
  const add = (title: string) =>
    storeUpload(account.db, { audio: new File([title], `${title}.mp3`), cover: null }, { ...values, title }, {});
  /** As a page begins: returns how it ends. */
  const begin = () => {
    const stop = sendWaiting(app, account, transfers);
    ends.push(stop);
    return stop;
  };
  const left = async () => (await readUploads(account.db)).map(({ song, state }) => [song?.values.title, state]);
  return { account, online, reached, transfers, add, begin, left, said };
}

const values = { artist: "Ana", album: null, genre: "Ska", private: true } as const;
const cut = () => new ApiError("network", "There is no connection");

test("what waits goes up in its order when the server is reached, once, and is said", async () => {
  const { reached, transfers, add, begin, left, said } = openWorld();
  await add("First");
  await add("Second");
  begin();
  expect(transfers.upload).not.toHaveBeenCalled();
  reached.set(true);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(transfers.save.mock.calls.map(([{ song }]) => song.title)).toEqual(["First", "Second"]);
  await vi.waitFor(() => expect(said.mock.calls).toEqual([["2 songs uploaded"]]));
});

test("a line that breaks again costs nothing: the next visit goes on under the same key, with what was sent", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  await add("Song");
  transfers.save.mockRejectedValue(cut());
  reached.set(true);
  const stop = begin();
  await vi.waitFor(() => expect(transfers.save).toHaveBeenCalledTimes(3));
  stop();
  await account.flush();
  expect(await left()).toEqual([["Song", "waiting"]]);
  transfers.save.mockImplementation(async ({ song }) => ({ ...song, private: true }) as Song);
  begin();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(new Set(transfers.save.mock.calls.map(([, key]) => key)).size).toBe(1);
  expect(transfers.upload).toHaveBeenCalledTimes(1);
});

test("a dead line asks for a look at the connection and tries again by itself", async () => {
  const { online, reached, transfers, add, begin, left } = openWorld();
  await add("Song");
  transfers.upload.mockRejectedValueOnce(cut()).mockRejectedValueOnce(cut()).mockRejectedValueOnce(cut());
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(online.check).toHaveBeenCalled());
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000 });
});

test("a song that something on the way holds back alone holds up no other, and the user is told (specification 17.29)", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  await add("Large");
  await add("Small");
  transfers.isHeldBack = async () => true;
  transfers.upload.mockImplementation(async (kind, { name }) => {
    if (name === "Large.mp3") throw cut();
    return uploadOf(name, kind);
  });
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledTimes(3));
  await account.flush();
  expect(await left(), "it may be a moment without a network").toEqual([
    ["Large", "waiting"],
    ["Small", "waiting"],
  ]);
  await account.flush();
  expect(await left()).toEqual([["Large", "waiting"]]);
  for (let tries = 0; tries < 7; tries += 1) await account.flush();
  expect(await left()).toEqual([["Large", "attention"]]);
  const [large] = await readUploads(account.db);
  expect(large?.song?.problem?.code).toBe("blocked");
  // Another try has as many.
  await retryUpload(account.db, large?.id ?? "");
  await account.flush();
  expect(await left()).toEqual([["Large", "waiting"]]);
});

test("failures of the line do not lengthen the pause that a server asks for", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  await add("Song");
  transfers.upload.mockRejectedValue(cut());
  reached.set(true);
  begin();
  for (const times of [3, 6, 9, 12, 15]) {
    await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledTimes(times));
    await account.flush();
  }
  transfers.upload.mockRejectedValue(new ApiError("unavailable", "", { status: 503, retryAfterMs: 100 }));
  await account.flush();
  transfers.upload.mockImplementation(async (kind, { name }) => uploadOf(name, kind));
  // By itself it would go on after more than half a minute.
  const kicking = setInterval(() => account.kick(), 50);
  ends.push(() => clearInterval(kicking));
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 5_000 });
});

test("what the server refuses waits for the user, and the others go on", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  const refused = await add("Text");
  await add("Song");
  transfers.upload.mockRejectedValueOnce(new ApiError("unsupported-media", "This is no sound file", { status: 415 }));
  reached.set(true);
  begin();
  await vi.waitFor(async () => expect(await left()).toEqual([["Text", "attention"]]));
  const [upload] = await readUploads(account.db);
  expect(upload?.song?.problem?.title).toBe("This is no sound file");
  await retryUpload(account.db, refused);
  account.kick();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});

const full = (retryAfterMs?: number) => new ApiError("disk-full", "There is no room", { status: 507, retryAfterMs });

test("a full server is asked with one song, and again after a wait; none of them is taken for refused", async () => {
  const { reached, transfers, add, begin, left } = openWorld();
  for (const title of ["First", "Second", "Third"]) await add(title);
  transfers.upload.mockRejectedValueOnce(full());
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
  expect((await left()).map(([, state]) => state)).toEqual(["waiting", "waiting", "waiting"]);
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000 });
  expect(transfers.upload.mock.calls.map(([, { name }]) => name)).toEqual([
    "First.mp3",
    "First.mp3",
    "Second.mp3",
    "Third.mp3",
  ]);
});

test("a song that the server fails at stays, and the others go on", async () => {
  const { reached, transfers, add, begin, left } = openWorld();
  await add("Song");
  await add("Other");
  transfers.save.mockImplementation(async ({ song }) => {
    if (song.title === "Song") throw new ApiError("internal", "Something went wrong", { status: 500 });
    return { ...song, private: true } as Song; // all that is used of it
  });
  reached.set(true);
  begin();
  await vi.waitFor(async () => expect(await left()).toEqual([["Song", "waiting"]]));
});

test("a server that names a time is left alone until then, but for whoever asks for it now", async () => {
  const { account, reached, transfers, add, begin } = openWorld();
  await add("Song");
  transfers.upload.mockRejectedValue(new ApiError("too-many-requests", "", { status: 429, retryAfterMs: 60_000 }));
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
  expect(await account.flush()).toBe(1);
  expect(transfers.upload).toHaveBeenCalledTimes(2);
  account.kick();
  reached.set(false);
  reached.set(true);
  transfers.upload.mockImplementation(async (kind, { name }) => uploadOf(name, kind));
  // After whatever a start would do.
  await readUploads(account.db);
  await new Promise((resolve) => setTimeout(resolve));
  await readUploads(account.db);
  expect(transfers.upload).toHaveBeenCalledTimes(2);
  expect(await account.flush()).toBe(0);
});

test("what is tried again while another one is on its way goes up after it", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  const refused = await add("Text");
  await add("Song");
  let arrive = () => {};
  transfers.upload
    .mockRejectedValueOnce(new ApiError("unsupported-media", "This is no sound file", { status: 415 }))
    .mockImplementationOnce(
      (kind, { name }) => new Promise((resolve) => (arrive = () => resolve(uploadOf(name, kind)))),
    );
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledTimes(2));
  await retryUpload(account.db, refused);
  account.kick();
  arrive();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});

describe("a sign-out that keeps the songs (specification 17.38)", () => {
  const stored = new Map<string, string>();
  const user = (uid: string) => JSON.stringify({ uid, email: "a@x.org", firstName: "Ada", lastName: "L" });

  /** Somebody who was kept by an earlier sign-out, and is in again. */
  async function openKept() {
    vi.stubGlobal("sessionStorage", { getItem: () => null });
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    });
    const world = openWorld();
    const { uid, db } = world.account;
    stored.clear();
    stored.set("user", user(uid));
    await world.add("Song");
    await db.uploads.toCollection().modify({ isKept: true });
    const elsewhere = openDatabase(uid);
    ends.push(() => elsewhere.close());
    const kept = async () => {
      // After whatever the start has still to do.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const rows = await db.uploads.toArray();
      return rows.map(({ isKept }) => isKept);
    };
    return { ...world, uid, elsewhere, kept };
  }
  afterEach(() => vi.unstubAllGlobals());

  test("who is in again decides anew at the next one", async () => {
    const { begin, kept } = await openKept();
    begin();
    await expect.poll(kept).toEqual([false]);
  });

  test("a start that it overtakes does not take back what is kept", async () => {
    const { begin, kept } = await openKept();
    begin()();
    expect(await kept()).toEqual([true]);
  });

  test.each([0, 1, 2, 3, 5, 8, 13, 21])("nor does one in another tab, whichever comes first: %d", async (turns) => {
    const { begin, elsewhere, uid, kept } = await openKept();
    await elsewhere.open();
    begin();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    noteSignOut({ uid, keepsUnsent: true });
    await removeAccount(elsewhere, true);
    expect(await kept()).toEqual([true]);
  });

  test("nor does one that was suspended until it was over", async () => {
    const { begin, elsewhere, kept } = await openKept();
    await removeAccount(elsewhere, true);
    stored.delete("user");
    begin();
    expect(await kept()).toEqual([true]);
  });
});

test("two pages send a song once, and leave what a batch has to itself", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  let last: Promise<unknown> = Promise.resolve();
  transfers.shelf.inTurn = (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  const own = await add("Of a batch");
  await add("Waiting");
  uploadClaims(account).claim(own);
  begin();
  begin();
  reached.set(true);
  await vi.waitFor(async () => expect(await left()).toEqual([["Of a batch", "waiting"]]));
  expect(await account.flush()).toBe(1);
  expect(transfers.save).toHaveBeenCalledTimes(1);
});

test("sending all waits for the batch of this page, and sends what that has left", async () => {
  const { account, reached, transfers, add, begin } = openWorld();
  const own = await add("Of a batch");
  uploadClaims(account).claim(own);
  reached.set(true);
  begin();
  let end = () => {};
  transfers.shelf.noteBatch(new Promise((resolve) => (end = resolve)));
  const left = account.flush();
  const isOver = vi.fn<() => void>();
  void left.then(isOver);
  // After whatever a flush would do by itself.
  for (let round = 0; round < 5; round += 1) await readUploads(account.db);
  expect(isOver).not.toHaveBeenCalled();
  expect(transfers.save).not.toHaveBeenCalled();
  transfers.shelf.release(own);
  end();
  expect(await left).toBe(0);
  expect(transfers.save).toHaveBeenCalledOnce();
});

test("a song that is discarded on its way is not saved", async () => {
  const { account, reached, transfers, add, begin } = openWorld();
  const id = await add("Song");
  transfers.upload.mockImplementationOnce(
    (_, __, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new ApiError("aborted", "")));
      }),
  );
  await vi.waitFor(() => expect(account.uploads.get()).toHaveLength(1));
  begin();
  reached.set(true);
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalled());
  const { signal } = transfers.upload.mock.calls[0]?.[2] ?? { signal: undefined };
  await discardUpload(account.db, id);
  await vi.waitFor(() => expect(signal?.aborted).toBe(true));
  expect(await account.flush()).toBe(0);
  expect(transfers.save).not.toHaveBeenCalled();
});

/** A dialog of this page with songs of these titles. */
function openDialog(transfers: World["transfers"], titles: readonly string[]) {
  transfers.readTags = async () => ({ fields: { title: "", artist: "", album: "", genre: "" }, cover: null });
  transfers.probe = async () => "plays";
  transfers.findDuplicates = async () => ({});
  const ended = vi.fn<(end: BatchEnd) => void>();
  const uploads = createUploads(transfers, ended);
  uploads.chooseFiles(titles.map((title) => new File([title], `${title}.mp3`)));
  uploads.get().rows.forEach(({ id }, at) => {
    const fields = { title: titles[at] ?? "", artist: "Ana", genre: "Ska" } as const;
    for (const name of ["title", "artist", "genre"] as const)
      uploads.dispatch({ type: "value-changed", id, name, value: fields[name] });
  });
  return { uploads, ended };
}

/** A song that the server has refused, and that is back in the dialog. */
async function openRefused({ reached, transfers, begin }: World, why: ApiError) {
  transfers.upload.mockRejectedValueOnce(why);
  const { uploads } = openDialog(transfers, ["Song"]);
  reached.set(true);
  begin();
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(() => expect(uploads.get().sending).toBeUndefined());
  return uploads;
}

test("a song of a batch that is discarded in the list of changes is not saved, and goes up once that is taken back", async () => {
  const { account, reached, transfers, begin, left } = openWorld();
  transfers.upload.mockImplementationOnce(
    (_, __, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new ApiError("aborted", "")));
      }),
  );
  const { uploads, ended } = openDialog(transfers, ["Song"]);
  reached.set(true);
  begin();
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalled());
  const [{ id } = { id: "" }] = await readUploads(account.db);
  await discardUpload(account.db, id);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith({ saved: 0, kept: 0, failed: 0, earlier: [] }));
  expect(transfers.save).not.toHaveBeenCalled();
  await restoreUpload(account.db, id);
  account.kick();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(transfers.save).toHaveBeenCalledOnce();
});

test("a song of a batch that is discarded before its turn leaves it, and goes up once that is taken back", async () => {
  const { account, reached, transfers, begin, left } = openWorld();
  let finish = () => {};
  transfers.upload.mockImplementationOnce(
    (kind, { name }) => new Promise((resolve) => (finish = () => resolve(uploadOf(name, kind)))),
  );
  const { uploads, ended } = openDialog(transfers, ["First", "Second"]);
  reached.set(true);
  begin();
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
  const second = (await readUploads(account.db)).find(({ song }) => song?.values.title === "Second")?.id ?? "";
  await discardUpload(account.db, second);
  await vi.waitFor(() => expect(uploads.get().sending).toMatchObject([{ stage: "audio" }]));
  finish();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith({ saved: 1, kept: 0, failed: 0, earlier: [] }));
  await restoreUpload(account.db, second);
  expect(await account.flush()).toBe(0);
  expect(await left()).toEqual([]);
});

// 17.29, 3.2.3
test.each(["cancelled", "discarded in the list of changes"])(
  "a batch that is %s while another song has its turn ends at once",
  async (how) => {
    vi.stubGlobal("navigator", { locks: createLocks() });
    ends.push(() => vi.unstubAllGlobals());
    const { account, reached, transfers, add, begin, left } = openWorld();
    await add("Large");
    let finish = () => {};
    transfers.upload.mockImplementationOnce(
      (kind, { name }) => new Promise((resolve) => (finish = () => resolve(uploadOf(name, kind)))),
    );
    reached.set(true);
    begin();
    await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
    const { uploads, ended } = openDialog(transfers, ["New"]);
    expect(await uploads.submit()).toBe(true);
    expect(uploads.get().sending).toHaveLength(1);
    const id = (await readUploads(account.db)).find(({ song }) => song?.values.title === "New")?.id ?? "";
    if (how === "cancelled") uploads.cancel();
    else await discardUpload(account.db, id);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith({ saved: 0, kept: 0, failed: 0, earlier: [] }));
    expect(uploads.get().sending).toBeUndefined();
    finish();
    await vi.waitFor(async () => expect(await left()).toEqual([]));
    expect(transfers.save).toHaveBeenCalledOnce();
  },
);

// 17.29
test.each(["sent by Retry", "discarded"])(
  "a refused song that is %s leaves the form, which sends no second one",
  async (how) => {
    const world = openWorld();
    const { account, transfers, left } = world;
    const why = new ApiError("refused", "Too many files are unclaimed", { status: 403 });
    const uploads = await openRefused(world, why);
    expect(await left()).toEqual([["Song", "attention"]]);
    expect(uploads.get()).toMatchObject({ open: true, rows: [{ values: { title: "Song" } }] });
    const [{ id } = { id: "" }] = await readUploads(account.db);
    if (how === "discarded") await discardUpload(account.db, id);
    else await retryUpload(account.db, id);
    account.kick();
    await vi.waitFor(() => expect(uploads.get()).toMatchObject({ open: false, rows: [{ file: null }] }));
    expect(await left()).toEqual([]);
    expect(await uploads.submit()).toBe(false);
    expect(transfers.save).toHaveBeenCalledTimes(how === "discarded" ? 0 : 1);
  },
);

// 17.29
test("a song that the server failed at, and that has gone up while the others do, is not said to wait", async () => {
  vi.stubGlobal("navigator", { locks: createLocks() });
  ends.push(() => vi.unstubAllGlobals());
  const { reached, transfers, begin, left } = openWorld();
  const fault = () => Promise.reject(new ApiError("internal", "Fault", { status: 500 }));
  transfers.upload.mockImplementationOnce(fault).mockImplementationOnce(fault).mockImplementationOnce(fault);
  let finish = () => {};
  transfers.save.mockImplementation(async ({ song }) => {
    if (song.title === "Third") await new Promise<void>((resolve) => (finish = resolve));
    return { ...song, private: true } as Song; // all that is used of it
  });
  const { uploads, ended } = openDialog(transfers, ["First", "Second", "Third"]);
  reached.set(true);
  begin();
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(async () => expect(await left()).toEqual([["Third", "waiting"]]));
  await vi.waitFor(() => expect(uploads.get().sending?.map(({ stage }) => stage)).toEqual(["done", "done", "saving"]));
  finish();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith({ saved: 2, kept: 0, failed: 0, earlier: [] }));
});

/** Two songs are sent, of which the first is on its way until `finish`: another tab may do something of the second. */
async function sendTwo() {
  const world = openWorld();
  const { account, reached, transfers } = world;
  let finish = () => {};
  transfers.upload.mockImplementationOnce(
    (kind, { name }) => new Promise((resolve) => (finish = () => resolve(uploadOf(name, kind)))),
  );
  const { uploads, ended } = openDialog(transfers, ["First", "Second"]);
  const stages = new Set<string>();
  uploads.subscribe(() => {
    const second = uploads.get().sending?.find(({ row }) => row.values.title === "Second");
    if (second) stages.add(second.stage);
  });
  reached.set(true);
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
  const second = (await readUploads(account.db)).find(({ song }) => song?.values.title === "Second");
  return { ...world, uploads, ended, stages, second, id: second?.id ?? "", finish: () => finish() };
}

// 17.29
test("what another tab has done of a song of this page's batch is not done again", async () => {
  const { account, transfers, ended, second, id, finish } = await sendTwo();
  const audio = uploadOf("by-another-tab");
  await noteProgress(account.db, id, { ...second?.song?.progress, audio });
  finish();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith({ saved: 2, kept: 0, failed: 0, earlier: [] }));
  expect(transfers.upload).toHaveBeenCalledOnce();
  expect(transfers.save.mock.lastCall?.[0].metadata.public_id).toBe("by-another-tab");
});

// 17.29
test("the time that a server names to a batch holds for what the batch leaves, which then goes up by itself", async () => {
  const { reached, transfers, begin, left } = openWorld();
  const pauseMs = 400;
  let refusedAt = 0;
  const refuse = async () => {
    refusedAt = Date.now();
    throw new ApiError("too-many-requests", "", { status: 429, retryAfterMs: pauseMs });
  };
  let askedAgainAt = 0;
  transfers.upload
    .mockImplementationOnce(refuse)
    .mockImplementationOnce(refuse)
    .mockImplementationOnce(refuse)
    .mockImplementation(async (kind, { name }) => {
      askedAgainAt ||= Date.now();
      return uploadOf(name, kind);
    });
  const { uploads, ended } = openDialog(transfers, ["First", "Second"]);
  reached.set(true);
  begin();
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith({ saved: 0, kept: 2, failed: 0, earlier: [] }));
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 5_000 });
  // A timer may be early by a little.
  expect(askedAgainAt - refusedAt).toBeGreaterThan(pauseMs - 50);
});

test("it holds for a run that stood in line meanwhile, but not where the user wants it now", async () => {
  vi.stubGlobal("navigator", { locks: createLocks() });
  ends.push(() => vi.unstubAllGlobals());
  const { account, online, reached, transfers, add, begin } = openWorld();
  let refuse = () => {};
  transfers.upload.mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        refuse = () => reject(new ApiError("too-many-requests", "", { status: 429, retryAfterMs: 60_000 }));
      }),
  );
  const { uploads, ended } = openDialog(transfers, ["First"]);
  reached.set(true);
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
  await add("Second");
  begin();
  await new Promise((resolve) => setTimeout(resolve, 200));
  refuse();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(transfers.upload).toHaveBeenCalledOnce();
  expect(online.check, "nothing was asked of the line").not.toHaveBeenCalled();
  expect(await account.flush()).toBe(0);
});

test("nothing of a form that is still being stored, and may change, is sent by another tab", async () => {
  vi.stubGlobal("navigator", { locks: createLocks() });
  ends.push(() => vi.unstubAllGlobals());
  const { account, online, reached, transfers, left } = openWorld();
  const other = openWorld(account.uid);
  const sent: string[] = [];
  const save = async ({ song }: SongBody) => {
    sent.push(song.title);
    return { ...song, private: true } as Song; // all that is used of it
  };
  transfers.save.mockImplementation(save);
  other.transfers.save.mockImplementation(save);
  other.begin();
  const { store } = transfers.shelf;
  let storeNext = () => {};
  const stored = vi.fn<(id: string | undefined) => void>();
  transfers.shelf.store = async (song) => {
    if (stored.mock.calls.length === 1) await new Promise<void>((resolve) => (storeNext = resolve));
    const id = await store(song);
    stored(id);
    return id;
  };
  const { uploads } = openDialog(transfers, ["Son", "Large"]);
  reached.set(true);
  other.reached.set(true);
  const submitted = uploads.submit();
  await vi.waitFor(() => expect(stored).toHaveBeenCalledOnce());
  other.account.kick();
  // After whatever a start would do.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const [row] = uploads.get().rows;
  uploads.dispatch({ type: "value-changed", id: row?.id ?? 0, name: "title", value: "Song" });
  storeNext();
  expect(await submitted).toBe(true);
  await vi.waitFor(() => expect(sent.toSorted()).toEqual(["Large", "Song"]));
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(online.check).not.toHaveBeenCalled();
});

test("the pause that a server asks for holds also where somebody asked during the call", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  await add("Song");
  let refuse = () => {};
  transfers.upload.mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        const error = new ApiError("too-many-requests", "", { status: 429, retryAfterMs: 60_000 });
        refuse = () => reject(error);
      }),
  );
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
  account.kick();
  await new Promise((resolve) => setTimeout(resolve, 200));
  refuse();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(transfers.upload).toHaveBeenCalledOnce();
  expect(await account.flush()).toBe(0);
  expect(await left()).toEqual([]);
});

test("sending all is asked of what waits, too, and says what is left", async () => {
  const { account, reached, transfers, add, begin } = openWorld();
  reached.set(true);
  begin();
  transfers.upload.mockRejectedValue(cut());
  await add("Song");
  expect(await account.flush()).toBe(1);
  transfers.upload.mockImplementation(async (kind, { name }) => uploadOf(name, kind));
  expect(await account.flush()).toBe(0);
});

// 17.29, 17.53
test("a song that goes up from the page alone outlives a frozen page, which keeps its only copy", async () => {
  vi.stubGlobal("navigator", { locks: createLocks() });
  ends.push(() => vi.unstubAllGlobals());
  const said = new Map<string, () => void>();
  const reload = vi.fn<() => void>();
  releaseWhenLeft({
    addEventListener() {},
    document: { addEventListener: (type: string, listener: () => void) => void said.set(type, listener) },
    location: { reload },
  } as never);
  const { reached, transfers } = openWorld();
  let finish = () => {};
  transfers.upload.mockImplementationOnce(
    (kind, { name }) => new Promise((resolve) => (finish = () => resolve(uploadOf(name, kind)))),
  );
  transfers.shelf.store = async () => undefined;
  const { uploads, ended } = openDialog(transfers, ["Large"]);
  reached.set(true);
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 300));
  said.get("freeze")?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  said.get("resume")?.();
  finish();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(ended).toHaveBeenCalledWith({ saved: 1, kept: 0, failed: 0, earlier: [] });
  expect(reload).not.toHaveBeenCalled();
});

// 17.29
test.each(["discarded", "sent by Retry"])(
  "another file that took a refused one's place stays in the form when the refused one is %s",
  async (how) => {
    const world = openWorld();
    const { account } = world;
    const uploads = await openRefused(world, new ApiError("refused", "This is not audio", { status: 400 }));
    const [row] = uploads.get().rows;
    uploads.chooseFiles([new File(["other"], "Other.mp3")], row?.id);
    uploads.dispatch({ type: "value-changed", id: row?.id ?? 0, name: "title", value: "Another song" });
    expect(uploads.get().rows.map(({ file }) => file?.name)).toEqual(["Other.mp3"]);
    uploads.dispatch({ type: "closed" });
    const [{ id } = { id: "" }] = await readUploads(account.db);
    if (how === "discarded") await discardUpload(account.db, id);
    else await retryUpload(account.db, id);
    account.kick();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(uploads.get().rows).toMatchObject([{ file: { name: "Other.mp3" }, values: { title: "Another song" } }]);
  },
);

test("a storage that fails once while the songs that wait are looked up keeps none of them from going up by itself", async () => {
  const { account, reached, add, begin, left } = openWorld();
  await add("Song");
  const { uploads } = account.db;
  await vi.waitFor(() => expect(account.uploads.get()).toHaveLength(1));
  const read = vi.spyOn(uploads, "toArray");
  let failed = false;
  read.mockImplementation((() => {
    const { stack = "" } = new Error();
    if (failed || !stack.includes("readUploads")) return uploads.toCollection().toArray();
    failed = true;
    return Dexie.Promise.reject(new DOMException("Connection lost", "UnknownError"));
  }) as never);
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(failed).toBe(true));
  // A failed send is repeated after 1 to 2 s; this waits thrice as long.
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 6_000, interval: 200 });
}, 10_000);

/** As `uploadFile` does: it reads the bytes from the device before anything is sent. */
const readsFirst: Transfers["upload"] = async (kind, file) => {
  await file.slice(0, file.size);
  return uploadOf(file.name, kind);
};

// 17.29: only what the SERVER refuses waits for the user
test("a storage that fails once while a song's file is read is no refusal of the server", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  await add("Song");
  transfers.upload.mockImplementation(readsFirst);
  const get = vi.spyOn(account.db.uploadPieces, "get");
  get.mockImplementationOnce(() => Dexie.Promise.reject(new DOMException("Connection lost", "UnknownError")) as never);
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(get).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 300));
  const [row] = await readUploads(account.db);
  expect(row === undefined ? "sent" : `${row.state} ${JSON.stringify(row.song?.problem)}`).toMatch(/^(sent|waiting)/);
  account.kick();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});

test("a storage that fails once while a song's row is read is no refusal either", async () => {
  const { account, reached, add, begin, left } = openWorld();
  await add("Song");
  const get = vi.spyOn(account.db.uploads, "get");
  get.mockImplementationOnce(() => Dexie.Promise.reject(new DOMException("Connection lost", "UnknownError")) as never);
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(get).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await readUploads(account.db)).map(({ state, song }) => [state, song?.problem])).not.toEqual([
    ["attention", { code: "unreadable", title: "" }],
  ]);
  account.kick();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});

// 17.53
test("a tab that is frozen while it reads a file leaves the song as it was", async () => {
  const page = new EventTarget();
  const document = new EventTarget();
  const reload = vi.fn<() => void>();
  releaseWhenLeft(Object.assign(page, { document, location: { reload } }) as never);
  const { account, reached, transfers, add, begin } = openWorld();
  await add("Song");
  const began = vi.fn<() => void>();
  transfers.upload.mockImplementation(async (kind, file) => {
    const bytes = file.slice(0, file.size);
    began();
    document.dispatchEvent(new Event("freeze"));
    document.dispatchEvent(new Event("resume"));
    await bytes;
    return uploadOf(file.name, kind);
  });
  reached.set(true);
  begin();
  await vi.waitFor(() => expect(began).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(reload).toHaveBeenCalled();
  const found = await account.db.uploads.toArray();
  expect(found.map(({ state }) => state)).not.toContain("attention");
});

test("a song of a batch that the server has refused to another tab is not said to be done", async () => {
  const { account, left, ended, stages, id, finish } = await sendTwo();
  // What `sendStored` of another tab, whose turn came first, writes (see the test below).
  await markUploadRefused(account.db, id, { code: "unsupported-media", title: "This is no sound file" });
  finish();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(await left()).toEqual([["Second", "attention"]]);
  expect([...stages]).not.toContain("done");
});

test("so it comes about on plain http, where two tabs send at once (17.23)", async () => {
  const { account, reached, transfers, left } = openWorld();
  const other = openWorld(account.uid);
  const refuse = async () => {
    throw new ApiError("unsupported-media", "This is no sound file", { status: 415 });
  };
  // The server refuses the second song, whoever sends it.
  let finish = () => {};
  transfers.upload.mockImplementation((kind, { name }) =>
    name === "Second.mp3" ? refuse() : new Promise((resolve) => (finish = () => resolve(uploadOf(name, kind)))),
  );
  // To the other tab the server is busy with the first one, so that it goes on to the second.
  other.transfers.upload.mockImplementation((_, { name }) =>
    name === "Second.mp3" ? refuse() : Promise.reject(new ApiError("internal", "Busy", { status: 500 })),
  );
  const { uploads, ended } = openDialog(transfers, ["First", "Second"]);
  reached.set(true);
  expect(await uploads.submit()).toBe(true);
  await vi.waitFor(() => expect(transfers.upload).toHaveBeenCalledOnce());
  other.reached.set(true);
  other.begin();
  await vi.waitFor(async () =>
    expect(await left()).toEqual([
      ["First", "waiting"],
      ["Second", "attention"],
    ]),
  );
  finish();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(await left()).toEqual([["Second", "attention"]]);
  // The form comes back with the server's sentence, as it would with one tab (3.2.3).
  expect(ended).toHaveBeenCalledWith({ saved: 1, kept: 0, failed: 1, earlier: [] });
});

test("a pause that a server asks for is as long when the clock is set", () => {
  const { account } = openWorld();
  const real = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(real);
  ends.push(() => clock.mockRestore());
  pauseUploads(account, 60_000);
  for (const ms of [-86_400_000, -5, 86_400_000]) {
    clock.mockReturnValue(real + ms);
    expect(pauseLeft(account)).toBeGreaterThan(50_000);
    expect(pauseLeft(account)).toBeLessThanOrEqual(60_000);
  }
});

test("songs go up in the order of the presses, also when the clock was set back between two visits", async () => {
  const { account, reached, transfers, add, begin, left } = openWorld();
  const real = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(real);
  ends.push(() => clock.mockRestore());
  await add("First");
  // The next visit, an hour earlier by the clock.
  vi.resetModules();
  clock.mockReturnValue(real - 3_600_000);
  const again = await import("../../db/upload-rows.ts");
  await again.storeUpload(
    account.db,
    { audio: new File(["x"], "x.mp3"), cover: null },
    { ...values, title: "Second" },
    {},
  );
  reached.set(true);
  begin();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(transfers.save.mock.calls.map(([{ song }]) => song.title)).toEqual(["First", "Second"]);
});

test("a song that another tab could not read is not back in the form without a sentence", async () => {
  const { account, uploads, ended, id, finish } = await sendTwo();
  // What `refusalOf` of another tab makes of a LostFileError, or of a fault of the page.
  await markUploadRefused(account.db, id, { code: "unreadable", title: "" });
  finish();
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(uploads.get().rows.map(({ problem }) => problem)).not.toContain("");
});
