// @vitest-environment happy-dom
/** Databases of sign-ins that do not outlive the browser: who holds them, and who deletes them (specification 2.19). */
import Dexie from "dexie";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noteStored } from "../../app/note-stored.ts";
import { openDatabase } from "../../db/database.ts";
import { createLocks } from "../../../tests/support/fake-locks.ts";
import {
  dropEndedSignIn,
  readVolatileName,
  recordedNames,
  storedSignIn,
  writePersistence,
  writeVolatileName,
} from "./session-key.ts";
import { beginVolatile, endVolatile, holdVolatile, sweepVolatile } from "./volatile-databases.ts";

let name: string;
let count = 0;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("navigator", { locks: createLocks() });
  name = await makeDatabase();
});
afterEach(async () => {
  await endVolatile();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One with something in it, which nobody has open. */
async function makeDatabase(): Promise<string> {
  const made = `offbeat-volatile-ada.${(count += 1)}`;
  const db = openDatabase("ada", made);
  await db.player.put({ name: "queue", value: "canary" });
  db.close();
  localStorage.setItem(made, "");
  return made;
}

/** Does something as another tab of the device. */
async function inAnotherTab<T>(work: () => Promise<T>): Promise<T> {
  const own = sessionStorage.getItem("offbeat.volatile");
  sessionStorage.clear();
  try {
    return await work();
  } finally {
    if (own !== null) writeVolatileName(own);
  }
}

const exists = () => Dexie.exists(name);

test("a start deletes what nobody holds, and its record", async () => {
  await sweepVolatile();
  expect(await exists()).toBe(false);
  expect(recordedNames()).toEqual([]);
});

// 3.2.15
test("once the last is deleted no cookie tells of a sign-in", async () => {
  noteStored(storedSignIn());
  expect(document.cookie).toBe("offbeat-stored=1");
  await sweepVolatile();
  expect(document.cookie).not.toBe("offbeat-stored=1");
});

test("a reload leaves the tab's own alone", async () => {
  writeVolatileName(name);
  await sweepVolatile();
  expect(await exists()).toBe(true);
});

describe.each(["locks", "pings"])("known by %s", (kind) => {
  beforeEach(() => void (kind === "pings" && vi.stubGlobal("navigator", {})));

  test("one that a page holds stays, until the page is gone", async () => {
    writeVolatileName(name);
    await holdVolatile(name);
    await inAnotherTab(sweepVolatile);
    expect(await exists()).toBe(true);
    expect(recordedNames()).toEqual([name]);
    await endVolatile();
    expect([await exists(), recordedNames(), readVolatileName()]).toEqual([false, [], null]);
  });
});

test("a page waits until the deletion of another tab is over", async () => {
  let isHeld = false;
  const deletion = navigator.locks.request(name, {}, async () => {
    void holdVolatile(name).then(() => (isHeld = true));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isHeld).toBe(false);
  });
  writeVolatileName(name);
  await deletion;
  await vi.waitFor(() => expect(isHeld).toBe(true));
});

test("one that was left a moment ago may be reloading, and is looked at again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  writeVolatileName(name);
  await holdVolatile(name);
  window.dispatchEvent(new Event("pagehide"));
  expect(Number(localStorage.getItem(name))).toBe(Date.now());
  // The page is gone without a word: only its time is left.
  vi.stubGlobal("navigator", { locks: createLocks() });
  sessionStorage.clear();
  await sweepVolatile();
  vi.advanceTimersByTime(9_999);
  expect(await exists()).toBe(true);
  vi.advanceTimersByTime(1);
  await vi.waitFor(async () => expect(await exists()).toBe(false));
});

test("a page that comes back from the browser's cache holds it again", async () => {
  writeVolatileName(name);
  await holdVolatile(name);
  window.dispatchEvent(new Event("pagehide"));
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(localStorage.getItem(name)).toBe("");
});

test("a tab whose sign-in another one has ended does not bring the record back as it is left", async () => {
  writeVolatileName(name);
  await holdVolatile(name);
  localStorage.removeItem(name);
  window.dispatchEvent(new Event("pagehide"));
  expect(recordedNames()).toEqual([]);
});

test("a sign-in looks for databases without a record, too", async () => {
  localStorage.clear();
  await sweepVolatile();
  expect(await exists()).toBe(true);
  await sweepVolatile(true);
  expect(await exists()).toBe(false);
});

test("after a lost session the same user finds the tab's database again; somebody else does not", async () => {
  writeVolatileName(name);
  await beginVolatile("ada");
  expect(readVolatileName()).toBe(name);
  await beginVolatile("ben");
  expect(readVolatileName()).toMatch(/^offbeat-volatile-ben\../);
  expect(await exists()).toBe(false);
});

test("the record goes first, so that no other tab takes the sign-in up again; it comes back if the deletion fails", async () => {
  writeVolatileName(name);
  await holdVolatile(name);
  const recorded: string[][] = [];
  const remove = vi.spyOn(Dexie, "delete").mockImplementationOnce(() => {
    recorded.push(recordedNames());
    return Dexie.Promise.reject(new Error("the disk fails"));
  });
  await expect(endVolatile()).rejects.toThrow("the disk fails");
  remove.mockRestore();
  expect(recorded).toEqual([[]]);
  expect(recordedNames()).toEqual([name]);
  await sweepVolatile();
  expect(await exists()).toBe(false);
});

test("one that a page begins to hold while another start deletes it has its record afterwards", async () => {
  const own = name;
  const sweeping = inAnotherTab(sweepVolatile);
  writeVolatileName(own);
  await holdVolatile(own);
  await sweeping;
  expect(recordedNames()).toEqual([own]);
});

test("one that a starting page is about to hold stays", async () => {
  writeVolatileName(name);
  writePersistence("session");
  localStorage.setItem(name, String(Date.now() - 86_400_000));
  dropEndedSignIn();
  await inAnotherTab(sweepVolatile);
  expect([await exists(), recordedNames()]).toEqual([true, [name]]);
});

test("one whose deletion hangs keeps its record, for the next start", async () => {
  vi.spyOn(IDBFactory.prototype, "deleteDatabase").mockImplementationOnce(() => new EventTarget() as IDBOpenDBRequest); // hangs
  void inAnotherTab(sweepVolatile);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([await exists(), recordedNames()]).toEqual([true, [name]]);
});
