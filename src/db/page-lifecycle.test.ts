import { expect, test, vi } from "vitest";
import { openDatabase } from "./database.ts";
import { endWhenLeft, type LeftPage, releaseWhenLeft } from "./page-lifecycle.ts";

/** Counts how often it is loaded anew. */
function createPage() {
  let reloads = 0;
  const location = { reload: () => (reloads += 1) };
  const document = new EventTarget();
  const page = Object.assign(new EventTarget(), { document, location });
  const tell = (type: string, persisted: boolean) => page.dispatchEvent(Object.assign(new Event(type), { persisted }));
  return {
    window: page as unknown as LeftPage, // the events it is told of carry what is asked of them
    leave: (persisted: boolean) => tell("pagehide", persisted),
    comeBack: () => tell("pageshow", true),
    freeze: () => document.dispatchEvent(new Event("freeze")),
    resume: () => document.dispatchEvent(new Event("resume")),
    reloads: () => reloads,
  };
}

const page = createPage();
const { prototype } = IDBDatabase;
const native = prototype.transaction;
releaseWhenLeft(page.window);
const followed = prototype.transaction;
// In browsers the transaction of an upgrade is begun by no call.
prototype.transaction = function (names, mode, options) {
  const begin = mode === "versionchange" ? native : followed;
  return begin.call(this, names, mode, options);
};

/** A transaction that goes on and on, as one of a page that stands still. */
async function holdOpen(name: string): Promise<IDBTransaction> {
  const request = indexedDB.open(name);
  await new Promise((resolve) => request.addEventListener("success", resolve));
  const transaction = request.result.transaction("queries", "readwrite");
  const store = transaction.objectStore("queries");
  const go = () => void (store.count().onsuccess = go);
  go();
  return transaction;
}

test("what is over is not ended, and a page that held nothing goes on where it was", async () => {
  const db = openDatabase("ada");
  await db.transaction("rw", db.queries, () => db.queries.count());
  let isEnded = false;
  endWhenLeft(() => (isEnded = true))();
  page.leave(true);
  page.comeBack();
  expect(isEnded).toBe(false);
  expect(page.reloads()).toBe(0);
});

test("a page that is not kept is left to the browser", async () => {
  let isEnded = false;
  const over = endWhenLeft(() => (isEnded = true));
  page.leave(false);
  over();
  expect(isEnded).toBe(false);
});

test("a page that can go on without what it gave back does not start anew", () => {
  const end = vi.fn<() => void>();
  const over = endWhenLeft(end, false);
  page.freeze();
  over();
  page.resume();
  expect(end).toHaveBeenCalledTimes(1);
  expect(page.reloads()).toBe(0);
});

// 17.53
test("what a page was writing when it was left holds up no other, and the page starts anew", async () => {
  const db = openDatabase("ada");
  await db.open();
  const other = await holdOpen(db.name);
  const ended = new Promise((resolve) => other.addEventListener("abort", resolve));
  page.leave(true);
  await ended;
  page.comeBack();
  expect(await db.queries.count()).toBe(0);
  expect(page.reloads()).toBe(1);
});

test("what still runs when a page is left begins nothing that others wait for, and the page starts anew", async () => {
  const before = page.reloads();
  const db = openDatabase("ada");
  await db.open();
  page.leave(true);
  const late = await holdOpen(db.name).then(
    (transaction) => new Promise((resolve) => transaction.addEventListener("abort", () => resolve("ended"))),
    (error: unknown) => error,
  );
  expect(late).toMatchObject({ name: "InvalidStateError" });
  const end = vi.fn<() => void>();
  endWhenLeft(end)();
  expect(end).toHaveBeenCalledTimes(1);
  page.comeBack();
  expect(page.reloads()).toBe(before + 1);
  expect(await db.queries.count()).toBe(0);
});

/** Opens a database that is new; its making goes on and on, or ends at once. */
function make(isEndless: boolean): Promise<"made" | "given up"> {
  return new Promise((resolve) => {
    const request = indexedDB.open("another");
    request.addEventListener("upgradeneeded", () => {
      const store = request.result.createObjectStore("any");
      const go = () => void (store.count().onsuccess = go);
      if (!isEndless) return;
      go();
      setTimeout(() => page.leave(true));
    });
    request.addEventListener("success", () => resolve("made"));
    request.addEventListener("error", (event) => {
      event.preventDefault();
      resolve("given up");
    });
  });
}

test("a database that a page was making when it was left is made by another", async () => {
  expect(await make(true)).toBe("given up");
  page.comeBack();
  expect(await make(false)).toBe("made");
});

test("a tab that is frozen gives back what it holds, and starts anew when it is looked at", () => {
  const before = page.reloads();
  const end = vi.fn<() => void>();
  const over = endWhenLeft(end);
  page.freeze();
  over();
  expect(end).toHaveBeenCalledTimes(1);
  expect(page.reloads()).toBe(before);
  page.resume();
  expect(page.reloads()).toBe(before + 1);
});
