// @vitest-environment happy-dom
/** Sign-outs, lost sessions and what they leave on the device (specification 2.21, 2.22, 17.34-17.39). */
import { QueryClient } from "@tanstack/react-query";
import Dexie from "dexie";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLocks } from "../../../tests/support/fake-locks.ts";
import { readActiveAccount, storageTakesWrites, writeActiveAccount } from "../../db/active-account.ts";
import { databaseName, openDatabase } from "../../db/database.ts";
import { enqueue } from "../../db/outbox-enqueue.ts";
import { readOutbox } from "../../db/outbox-table.ts";
import { markUploadRefused, readUploads, storeUpload } from "../../db/upload-rows.ts";
import type { Account } from "../../sync/account-session.ts";
import { writePlayer } from "../../db/player-rows.ts";
import { wipeOtherAccounts } from "../../db/wipe-account.ts";
import { createAccountHolder } from "../../startup/account-holder.ts";
import { type Identity, IdentityError, type IdentityUser } from "../../identity/identity.ts";
import type { FreshUrlHandler } from "../../pwa/worker-bridge.ts";
import { startAccountServices } from "../../startup/account-services.ts";
import { openAccount } from "../../sync/open-account.ts";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { observeIdentity, type ObserverEvents } from "./identity-observer.ts";
import { readVolatileName, writeVolatileName } from "./session-key.ts";
import { readSession, writeSession } from "./session.ts";
import { finishSignOuts, leaveProvider } from "./remove-account.ts";
import { countUnsent, signOut } from "./sign-out.ts";
import { forgetSignOut, noteSignOut, readSignOuts } from "./stored-sign-outs.ts";
import { noteWanted, takeWanted } from "./wanted-screen.ts";

const songId = "01890a5d-ac96-774b-bcce-b302099a8057";
let count = 0;
let uid: string;
const user = (of: string) => ({ uid: of, email: `${of}@x.org`, firstName: "Ada", lastName: "L" });

beforeEach(() => {
  uid = `person-${++count}`;
  localStorage.clear();
  vi.stubGlobal("navigator", { locks: createLocks() });
});
afterEach(() => vi.unstubAllGlobals());

/**
 * A signed-in page without a server: the real account over a real database.
 * @param databaseName of a sign-in that the device may not keep
 */
async function createWorld(databaseName?: string) {
  let tell: (user: IdentityUser | null, isDeleted?: boolean) => void = () => {};
  let askFreshUrl: FreshUrlHandler = async () => null;
  const told: (string | null)[] = [];
  const wiped: string[] = [];
  const identity = {
    onEmail: () => () => {},
    onChange(listener) {
      tell = listener;
      return () => {};
    },
    signOut: vi.fn<() => Promise<void>>(async () => {}),
    token: async () => null,
  } as Partial<Identity> as Identity; // the flows here use these parts only
  const api = {
    call: async () => {
      throw new ApiError("network", "No network");
    },
  };
  const leaveAccount = vi.fn<() => void>();
  const online = { get: () => false, subscribe: () => () => {}, check() {}, report() {}, wasReached: () => true };
  const accounts = createAccountHolder(async (of) =>
    openAccount({
      uid: of,
      ...(databaseName !== undefined && { databaseName }),
      api,
      online: { ...online, close() {} },
      invalidate: () => {},
      cachedResults: () => [],
      onGone: () => {},
      onUnsent: () => {},
    }),
  );
  const app = {
    queryClient: new QueryClient(),
    api,
    online,
    identity: async () => identity,
    worker: {
      setAccount: (of: string | null, options?: { isVolatile: boolean }) =>
        told.push(options?.isVolatile ? `${of} volatile` : of),
      wipe: async (of: string) => void wiped.push(of),
      onFreshUrl(handler: FreshUrlHandler) {
        askFreshUrl = handler;
        return () => {};
      },
      requestDownloads() {},
    },
    account: accounts.now,
    openAccount: accounts.open,
    closeAccount: accounts.close,
    loadedAudio: () => undefined,
    toaster: { leaveAccount },
    duringAuthFlow: <T>(flow: () => Promise<T>) => flow(),
  } as unknown as App; // the flows here use these parts only
  writeSession(app.queryClient, user(uid));
  const account = await app.openAccount(uid);
  if (databaseName === undefined) await writeActiveAccount(uid);
  return {
    app,
    account,
    identity,
    told,
    wiped,
    leaveAccount,
    tell: (now: IdentityUser | null, isDeleted = false) => tell(now, isDeleted),
    freshUrl: (path: string, of: string) => askFreshUrl(path, of),
  };
}

const like = { kind: "like", songId, liked: true } as const;
const canary = { title: "canary" };
const songsOf = (song: object) => ({ isWhole: true, chunks: [{ chunk: 0, songs: [song] }], emptied: [] });
/** An observer that expects nothing. */
const events: ObserverEvents = { onRegistered() {}, onSessionLost() {}, onAccountDeleted() {} };

// 2.30
test("a sign-out leaves nothing, and says so to the worker first", async () => {
  const { app, account, told, wiped, leaveAccount } = await createWorld();
  await account.change(like, canary);
  expect(await signOut(app, "discard")).toBe(0);
  expect(leaveAccount).toHaveBeenCalledTimes(1);
  expect(await Dexie.exists(databaseName(uid))).toBe(false);
  expect(await readActiveAccount()).toBeNull();
  expect(readSession(app.queryClient)).toBeNull();
  expect(told).toEqual([null]);
  expect(wiped).toEqual([uid]);
  expect(readSignOuts()).toEqual([]);
});

// 17.37
test.each([
  ["discard", false],
  ["keep", true],
] as const)("a sign-out that its page does not survive is finished by the next start: %s", async (choice, isKept) => {
  const { app, account } = await createWorld();
  await account.change(like, canary);
  await writePlayer(account.db, { queue: { id: "q" }, songs: songsOf(canary) });
  const wipe = vi.spyOn(app.worker, "wipe").mockReturnValue(new Promise(() => {}));
  void signOut(app, choice);
  await vi.waitFor(() => expect(wipe).toHaveBeenCalledOnce());
  // With the page its locks and connections go.
  account.db.close();
  vi.stubGlobal("navigator", { locks: createLocks() });
  writeSession(app.queryClient, null);

  const next = await createWorld();
  writeSession(next.app.queryClient, null);
  next.app.closeAccount();
  await finishSignOuts(next.app, true);
  expect(await Dexie.exists(databaseName(uid))).toBe(isKept);
  const left = openDatabase(uid);
  const { rows } = await readOutbox(left);
  expect([await left.playerSongs.count(), rows.length, JSON.stringify(rows)]).toEqual([
    0,
    isKept ? 1 : 0,
    expect.not.stringContaining("canary"),
  ]);
  await left.delete();
  expect([next.wiped, await readActiveAccount(), readSignOuts()]).toEqual([[uid], null, []]);
});

// 3.3.3
test("a link that led the tab to the login does not open for who signs in next", async () => {
  const { app } = await createWorld();
  noteWanted("/playlist/abc");
  await signOut(app, "discard");
  expect(takeWanted()).toBeUndefined();
});

test("a sign-out that fails is tried again by the next start, each by itself", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { app, wiped } = await createWorld();
  vi.spyOn(app.worker, "wipe").mockRejectedValueOnce(new Error("no answer"));
  await expect(signOut(app, "discard")).rejects.toThrow("could not be removed");
  noteSignOut({ uid: `${uid}-other`, keepsUnsent: false });
  const { exists } = Dexie;
  vi.spyOn(Dexie, "exists").mockImplementation((name) =>
    name === databaseName(uid) ? Dexie.Promise.resolve(true) : exists(name),
  );
  await finishSignOuts(app, true);
  expect([wiped, readSignOuts()]).toEqual([[uid, `${uid}-other`], [{ uid, keepsUnsent: false }]]);
  vi.mocked(Dexie.exists).mockRestore();
  await finishSignOuts(app, false);
  expect(readSignOuts(), "the provider still has them").toHaveLength(1);
  await finishSignOuts(app, true);
  expect(readSignOuts()).toEqual([]);
});

test("what is noted of somebody who is signed in on this device is no sign-out", async () => {
  const { app } = await createWorld();
  noteSignOut({ uid, keepsUnsent: false });
  localStorage.setItem("user", JSON.stringify(user(uid)));
  const db = openDatabase(uid);
  await enqueue(db, like);
  await finishSignOuts(app, true);
  expect([(await readOutbox(db)).rows.length, readSignOuts()]).toEqual([1, []]);
  await db.delete();
});

test("a page that was suspended as it signed out removes nothing of who has signed in since", async () => {
  const { app, account } = await createWorld();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  void navigator.locks.request("offbeat-sign-outs", () => held);
  const leaving = signOut(app, "discard");
  await vi.waitFor(() => expect(readSignOuts()).toHaveLength(1));
  // Another page finishes it, and the same person signs in and likes a song.
  forgetSignOut(uid);
  await enqueue(account.db, like);
  goOn();
  expect(await leaving).toBe(0);
  const again = openDatabase(uid);
  expect((await readOutbox(again)).rows).toHaveLength(1);
  await again.delete();
});

test.each([
  ["never answers", () => new Promise<void>(() => {})],
  ["cannot be loaded", () => Promise.reject(new TypeError("Failed to fetch"))],
])("a provider that %s leaves the sign-out to the next start", async (_, answer) => {
  const { app, identity } = await createWorld();
  vi.mocked(identity.signOut).mockImplementationOnce(answer);
  signOut(app, "discard").catch(() => {});
  await vi.waitFor(async () => expect(await Dexie.exists(databaseName(uid))).toBe(false));
  expect(readSignOuts()).toEqual([{ uid, keepsUnsent: false }]);
});

describe("at the provider, the next start", () => {
  /** @param present whom the provider has */
  async function leaveAs(present: string | null, { isBusy = false, stored = "" } = {}) {
    const { app, identity } = await createWorld();
    noteSignOut({ uid, keepsUnsent: false });
    if (stored) localStorage.setItem("user", JSON.stringify(user(stored)));
    identity.onChange = (listener) => {
      void Promise.resolve().then(() => listener(present === null ? null : user(present)));
      return () => {};
    };
    const hasLeft = await leaveProvider(app, () => isBusy);
    return [hasLeft, vi.mocked(identity.signOut).mock.calls.length];
  }

  test("signs out whose sign-out was not finished, and nobody else", async () => {
    expect(await leaveAs(uid)).toEqual([true, 1]);
    expect(await leaveAs("eve")).toEqual([true, 0]);
    expect(await leaveAs(null)).toEqual([true, 0]);
  });

  test("signs out nobody who signs in again, here or in another tab", async () => {
    expect(await leaveAs(uid, { isBusy: true })).toEqual([false, 0]);
    expect(await leaveAs(uid, { stored: uid })).toEqual([false, 0]);
  });
});

test("a provider that cannot be loaded keeps nothing on the device, and the next sign-in works", async () => {
  const { app, account, identity } = await createWorld();
  vi.mocked(identity.signOut).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await account.change(like, canary);
  await expect(signOut(app, "discard")).rejects.toThrow("could not be removed");
  expect(await Dexie.exists(databaseName(uid))).toBe(false);
  expect(app.account()).toBeUndefined();
  const again = await app.openAccount(uid);
  await again.change(like);
  expect((await readOutbox(again.db)).rows).toHaveLength(1);
});

test("a worker that does not answer keeps nothing on the device", async () => {
  const { app } = await createWorld();
  vi.spyOn(app.worker, "wipe").mockRejectedValueOnce(new Error("no answer"));
  await expect(signOut(app, "discard")).rejects.toThrow("could not be removed");
  expect(await Dexie.exists(databaseName(uid))).toBe(false);
});

test("whoever signs in while a worker takes its time with the one before stays signed in", async () => {
  const { app } = await createWorld();
  let answer = () => {};
  vi.spyOn(app.worker, "wipe").mockReturnValue(new Promise((resolve) => (answer = resolve)));
  app.queryClient.setQueryData(["me", uid], "canary");
  const leaving = signOut(app, "discard");
  await vi.waitFor(() => expect(readSession(app.queryClient)).toBeNull());
  const next = await app.openAccount(`${uid}-next`);
  writeSession(app.queryClient, user(next.uid));
  app.queryClient.setQueryData(["me", next.uid], "theirs");
  answer();
  expect(await leaving).toBe(0);
  expect(app.account()).toBe(next);
  expect(readSession(app.queryClient)?.uid).toBe(next.uid);
  const mine = [uid, next.uid].map((of) => app.queryClient.getQueryData(["me", of]));
  expect(mine).toEqual([undefined, "theirs"]);
  expect(await Dexie.exists(databaseName(uid))).toBe(false);
  await next.change(like);
  app.closeAccount();
  await Dexie.delete(databaseName(next.uid));
});

test.each([
  ["and they are sent", async () => 0],
  ["and sending fails", async () => Promise.reject(new Error("closed"))],
])("whoever thinks better of it while changes are sent stays signed in, %s", async (_, end) => {
  const { app, account, told, wiped } = await createWorld();
  const unwanted = new AbortController();
  vi.spyOn(account, "flush").mockImplementation(() => {
    unwanted.abort();
    return end();
  });
  await expect(signOut(app, "send", unwanted.signal)).rejects.toBe(unwanted.signal.reason);
  expect(readSession(app.queryClient)).not.toBeNull();
  expect(app.account()).toBe(account);
  expect([told, wiped]).toEqual([[], []]);
});

test("changes that are kept are stripped of what they show, confirmed ones go", async () => {
  const { app, account } = await createWorld();
  await account.change(like, canary);
  await account.change({ kind: "follow-user", userId: "bob", followed: true }, canary);
  await account.change({ kind: "follow-user", userId: "eve", followed: true }, canary);
  await account.db.outbox
    .where("target")
    .equals("follow:bob")
    .modify({
      state: "attention",
      problem: { code: "x", title: "canary" },
      answer: ["canary"],
    });
  await account.db.outbox.where("target").equals("follow:eve").modify({ state: "acked" });
  await account.change({ kind: "play", songId, playedAt: "2026-11-21T12:00:00.000Z" });
  await writePlayer(account.db, { queue: canary, place: canary, songs: songsOf(canary) });
  const unsent = { changes: 2, plays: 1, uploads: [], pageUploads: [] };
  expect(await countUnsent(app), "a refused change is not on the server either").toEqual(unsent);
  await signOut(app, "keep");
  const db = openDatabase(uid);
  const rows = await db.outbox.toArray();
  expect([await db.player.count(), await db.playerSongs.count()]).toEqual([0, 0]);
  db.close();
  expect(rows.map((row) => row.target)).toEqual([`like:${songId}`, "follow:bob", `play:${songId}`]);
  expect(JSON.stringify(rows)).not.toContain("canary");
});

test("waiting uploads are named and counted, and stay with their files only where the user keeps them", async () => {
  const store = (account: Account) =>
    storeUpload(
      account.db,
      { audio: new File(["canary"], "a.mp3"), cover: null },
      { title: "Slow Tide", artist: "Ana", album: null, genre: "Ska", private: true },
      {},
    );
  const kept = await createWorld();
  await store(kept.account);
  expect(await countUnsent(kept.app)).toEqual({ changes: 1, plays: 0, uploads: ["Slow Tide"], pageUploads: [] });
  expect(await signOut(kept.app, "send")).toBe(1);
  await signOut(kept.app, "keep");
  // Somebody else signs in on this device meanwhile.
  await wipeOtherAccounts("ben", async () => {});
  const again = openDatabase(uid);
  const [upload] = await readUploads(again);
  expect([upload?.state, await again.uploadPieces.count()]).toEqual(["waiting", 1]);
  again.close();

  uid = `${uid}-lost`;
  const lost = await createWorld();
  await store(lost.account);
  lost.app.closeAccount();
  await wipeOtherAccounts("ben", async () => {});
  const wiped = openDatabase(uid);
  expect([await readUploads(wiped), await wiped.uploadPieces.count()]).toEqual([[], 0]);
  wiped.close();
});

test("a sign-out that could not strip what is kept says so", async () => {
  const { app, account } = await createWorld();
  await account.change(like, canary);
  const { outbox } = account.db;
  vi.spyOn(outbox, "toCollection").mockReturnValueOnce(outbox.where("seq").below(0));
  await expect(signOut(app, "keep")).rejects.toThrow("could not be removed");
});

test("changes that cannot be sent now stop the sign-out", async () => {
  const { app, account } = await createWorld();
  await account.change(like, canary);
  expect(await signOut(app, "send")).toBe(1);
  expect(readSession(app.queryClient)?.uid).toBe(uid);
  app.closeAccount();
});

test("changes and uploads that were refused stop the sign-out, too", async () => {
  const { app, account } = await createWorld();
  await account.change(like, canary);
  await account.db.outbox.toCollection().modify({ state: "attention", problem: { code: "x", title: "canary" } });
  const values = { title: "Slow Tide", artist: "Ana", album: null, genre: "Ska", private: true } as const;
  const id = await storeUpload(account.db, { audio: new File(["canary"], "a.mp3"), cover: null }, values, {});
  await markUploadRefused(account.db, id, { code: "unsupported-media", title: "This is no sound file" });
  expect(await signOut(app, "send")).toBe(2);
  expect(readSession(app.queryClient)?.uid).toBe(uid);
  app.closeAccount();
});

test("a sign-out overtakes the start of the account: nothing is opened or recorded again", async () => {
  const { app, told } = await createWorld();
  let current = true;
  const put = writeActiveAccount(uid);
  const running = startAccountServices(app, uid, () => current);
  current = false;
  await put;
  await signOut(app, "discard");
  (await running)();
  expect(await startAccountServices(app, uid, () => false)).toBeTypeOf("function");
  expect(told).toEqual([null]);
  expect(await readActiveAccount()).toBeNull();
  expect(await Dexie.exists(databaseName(uid))).toBe(false);
});

test.each([
  ["nobody", null],
  ["somebody else", { uid: "eve", email: "eve@x.org" }],
])("a provider that has %s locks the session and deletes nothing", async (_, now) => {
  const { app, account, told, wiped, leaveAccount, tell } = await createWorld();
  await account.change(like, canary);
  app.queryClient.setQueryData(["me", uid], "canary");
  const lost: string[] = [];
  const onSessionLost = (email: string) => void lost.push(email);
  await observeIdentity(app, () => false, { ...events, onSessionLost });
  tell({ uid, email: "" });
  expect(lost).toEqual([]);
  const close = app.closeAccount;
  app.closeAccount = () => {
    expect(readSession(app.queryClient)).toBeNull();
    close();
  };
  tell(now);
  await vi.waitFor(() => expect(lost).toEqual([`${uid}@x.org`]));
  expect(readSession(app.queryClient)).toBeNull();
  expect(app.queryClient.getQueryData(["me", uid])).toBeUndefined();
  expect(app.account()).toBeUndefined();
  expect(leaveAccount).toHaveBeenCalledTimes(1);
  expect(told).toEqual([null]);
  expect(wiped).toEqual([]);
  const db = openDatabase(uid);
  expect((await readOutbox(db)).rows).toMatchObject([{ snapshot: canary }]);
  await vi.waitFor(async () => expect(await readActiveAccount()).toBeNull());
  await db.delete();
});

test("a session that another tab's sign-in ends leaves that one's record alone", async () => {
  const { app, account, tell } = await createWorld();
  await writeActiveAccount("eve");
  const lost: string[] = [];
  await observeIdentity(app, () => false, { ...events, onSessionLost: (email) => void lost.push(email) });
  tell({ uid: "eve", email: "eve@x.org" });
  expect(lost).toHaveLength(1);
  // After what the loss has still to write.
  await storageTakesWrites();
  expect(await readActiveAccount()).toBe("eve");
  await account.db.delete();
});

test("a storage that takes nothing ends no session; an emptied one does, and says so", async () => {
  const { app, account, tell } = await createWorld();
  await writeActiveAccount(uid);
  const lost: [string, boolean][] = [];
  await observeIdentity(app, () => false, {
    ...events,
    onSessionLost: (email, isEmpty) => void lost.push([email, isEmpty]),
  });
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("The disk is full", "QuotaExceededError");
  });
  tell(null);
  await vi.waitFor(() => expect(warned).toHaveBeenCalled());
  put.mockRestore();
  expect(lost).toEqual([]);
  expect(readSession(app.queryClient)?.uid).toBe(uid);
  warned.mockClear();
  tell(null);
  await vi.waitFor(() => expect(lost).toEqual([[`${uid}@x.org`, true]]));
  await account.db.delete();
});

test("an account that was deleted elsewhere leaves nothing, unsent changes neither (specification 2.37)", async () => {
  const { app, account, told, wiped, tell } = await createWorld();
  await account.change(like, canary);
  app.queryClient.setQueryData(["me", uid], "canary");
  const deleted: boolean[] = [];
  const lost: string[] = [];
  await observeIdentity(app, () => false, {
    ...events,
    onSessionLost: (email) => void lost.push(email),
    onAccountDeleted: (isRemoved) => void deleted.push(isRemoved),
  });
  // Firebase tells it twice at a start.
  tell(null, true);
  tell(null, true);
  await vi.waitFor(() => expect(deleted).toEqual([true]));
  expect(await Dexie.exists(databaseName(uid))).toBe(false);
  expect([readSession(app.queryClient), await readActiveAccount(), app.account()]).toEqual([null, null, undefined]);
  expect(app.queryClient.getQueryData(["me", uid])).toBeUndefined();
  expect([told, wiped, lost, deleted]).toEqual([[null], [uid], [], [true]]);
});

test("what could not be removed of a deleted account is told, and locked", async () => {
  const { app, tell } = await createWorld();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const deleted: boolean[] = [];
  await observeIdentity(app, () => false, {
    ...events,
    onAccountDeleted: (isRemoved) => void deleted.push(isRemoved),
  });
  const opened = vi.spyOn(app, "openAccount").mockRejectedValueOnce(new Error("The storage does not answer"));
  tell(null, true);
  await vi.waitFor(() => expect(deleted).toEqual([false]));
  expect(opened).toHaveBeenCalledWith(uid);
  expect([readSession(app.queryClient), app.account()]).toEqual([null, undefined]);

  uid = `${uid}-again`;
  const other = await createWorld();
  vi.spyOn(other.app.worker, "wipe").mockRejectedValueOnce(new Error("no answer"));
  await observeIdentity(other.app, () => false, {
    ...events,
    onAccountDeleted: (isRemoved) => void deleted.push(isRemoved),
  });
  other.tell(null, true);
  await vi.waitFor(() => expect(deleted).toEqual([false, false]));
  expect(await Dexie.exists(databaseName(uid))).toBe(false);
  expect(logged).toHaveBeenCalledTimes(2);
  logged.mockClear();
});

test("a change that our own flow made is not news", async () => {
  const { app, tell } = await createWorld();
  await observeIdentity(app, () => true, events);
  tell(null);
  expect(readSession(app.queryClient)?.uid).toBe(uid);
  app.closeAccount();
});

test("another user's sign-in wipes what was locked but unsent changes, in page and worker", async () => {
  const { app, account, wiped } = await createWorld();
  await account.change(like, canary);
  await writePlayer(account.db, { queue: canary, songs: songsOf(canary) });
  app.closeAccount();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await wipeOtherAccounts("eve", async (other) => {
    wiped.push(other);
    throw new IdentityError("x", "a worker that does not answer");
  });
  expect(wiped).toContain(uid);
  const db = openDatabase(uid);
  const rows = await db.outbox.toArray();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("canary");
  expect([await db.player.count(), await db.playerSongs.count()]).toEqual([0, 0]);
  await db.delete();
});

test("the worker's question for another account is answered without a call", async () => {
  const { app, account, freshUrl } = await createWorld();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: true }));
  const path = "/media/audio/a.mp3";
  await account.db.table("downloads").put({ songId, state: "ready", path });
  const stop = await startAccountServices(app, uid, () => true);
  await expect(freshUrl(path, uid), "for its own account it asks").rejects.toThrow("No network");
  expect(await freshUrl(path, "somebody-else")).toBeUndefined();
  stop();
});

describe("a sign-in that the device may not keep", () => {
  let name: string;
  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    name = `offbeat-volatile-${uid}.1`;
    writeVolatileName(name);
    localStorage.setItem(name, "");
    await writeActiveAccount("ben");
  });

  test("leaves no record, and nothing is downloaded or sent in the background", async () => {
    const { app, account, told } = await createWorld(name);
    const requestDownloads = vi.spyOn(app.worker, "requestDownloads");
    const stop = await startAccountServices(app, uid, () => true);
    await account.change(like, canary);
    expect(told).toEqual([`${uid} volatile`]);
    expect(await readActiveAccount()).toBe("ben");
    expect(await Dexie.exists(databaseName(uid))).toBe(false);
    expect([account.db.name, await account.db.downloads.count()]).toEqual([name, 0]);
    expect(requestDownloads).not.toHaveBeenCalled();
    stop();
    app.closeAccount();
  });

  test("a sign-out deletes the tab's database, and leaves alone what the device keeps of the same user", async () => {
    const { app, account, wiped } = await createWorld(name);
    const kept = openDatabase(uid);
    await kept.player.put({ name: "queue", value: canary });
    sessionStorage.setItem("firebase:authUser:key:[DEFAULT]", "{}");
    await account.change(like, canary);
    noteSignOut({ uid, keepsUnsent: true });
    expect(await signOut(app, "discard")).toBe(0);
    expect(await Dexie.exists(name)).toBe(false);
    expect(await kept.player.count()).toBe(1);
    expect([wiped, await readActiveAccount()]).toEqual([[], "ben"]);
    expect(readSignOuts(), "of that one").toEqual([{ uid, keepsUnsent: true }]);
    expect(Object.keys(localStorage)).toEqual(["offbeat.sign-outs"]);
    expect(Object.keys(sessionStorage)).toEqual(["offbeat.keep-signed-in"]);
    await kept.delete();
  });

  test("an account that was deleted elsewhere takes it along, and leaves alone what the device keeps", async () => {
    const { app, account, tell } = await createWorld(name);
    await account.change(like, canary);
    const deleted: boolean[] = [];
    await observeIdentity(app, () => false, {
      ...events,
      onAccountDeleted: (isRemoved) => void deleted.push(isRemoved),
    });
    tell(null, true);
    await vi.waitFor(() => expect(deleted).toEqual([true]));
    expect([await Dexie.exists(name), readVolatileName(), await readActiveAccount()]).toEqual([false, null, "ben"]);
  });

  test("a lost session keeps the tab's database for its user", async () => {
    const { app, account, tell } = await createWorld(name);
    await account.change(like, canary);
    const lost: string[] = [];
    await observeIdentity(app, () => false, { ...events, onSessionLost: (email) => void lost.push(email) });
    tell(null);
    await vi.waitFor(() => expect(lost).toHaveLength(1));
    expect([readVolatileName(), await readActiveAccount()]).toEqual([name, "ben"]);
    const db = openDatabase(uid, name);
    expect((await readOutbox(db)).rows).toHaveLength(1);
    await db.delete();
  });
});

// 17.38, 17.43
test("an account whose database another tab has closed can be signed out", async () => {
  const { app, account } = await createWorld();
  account.db.close({ disableAutoOpen: true });
  expect(await countUnsent(app)).toMatchObject({ isUnknown: true });
  expect(await signOut(app, "discard")).toBe(0);
  expect(readSession(app.queryClient)).toBeNull();
});
