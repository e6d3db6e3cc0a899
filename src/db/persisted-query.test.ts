import { notifyManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import Dexie from "dexie";
import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeStartGate } from "../lib/start-gate.ts";
import { type AccountDatabase, openDatabase } from "./database.ts";
import { persistedQuery } from "./persisted-query.ts";

const Ids = v.array(v.string());
let db: AccountDatabase;
let request: () => Promise<string[]>;
let asked: number;

beforeEach(() => {
  // As the app sets it.
  notifyManager.setScheduler(queueMicrotask);
  db = openDatabase("someone");
  asked = 0;
  request = async () => ["a"];
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(async () => {
  vi.useRealTimers();
  db.close();
  await Dexie.delete(db.name);
});

const options = () =>
  persistedQuery({
    db,
    key: ["x"],
    schema: Ids,
    request: () => {
      asked += 1;
      return request();
    },
  });

/** A page that shows the query: its own memory, the same device. */
function openPage() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
  });
  const observer = new QueryObserver(client, options());
  const shown: (string[] | undefined)[] = [];
  const close = observer.subscribe(({ data }) => {
    if (data !== undefined && data.value !== shown.at(-1)) shown.push(data.value);
  });
  return {
    shown,
    observer,
    client,
    close() {
      close();
      client.clear();
    },
  };
}
const stored = async () => (await db.queries.get('q-["x"]'))?.query.state;
const isStored = (value: string[]) => vi.waitFor(async () => expect(await stored()).toMatchObject({ data: { value } }));
const makeOld = () =>
  db.queries.toCollection().modify((row) => {
    row.query.state.dataUpdatedAt -= 3 * 24 * 3_600_000;
  });

test("the very first answer is kept, and the next start shows it", async () => {
  const first = openPage();
  await isStored(["a"]);
  first.close();
  request = () => Promise.reject(new Error("No network"));
  const next = openPage();
  await vi.waitFor(() => expect(next.shown).toEqual([["a"]]));
  next.close();
});

test("each answer is kept, not the one before", async () => {
  const page = openPage();
  await isStored(["a"]);
  request = async () => ["b"];
  await page.observer.refetch();
  await expect.poll(stored).toMatchObject({ data: { value: ["b"] } });
  page.close();
});

test("a fresh answer is not asked for again, a stale one is shown and asked for again", async () => {
  const first = openPage();
  await isStored(["a"]);
  first.close();
  const second = openPage();
  await vi.waitFor(() => expect(second.shown).toEqual([["a"]]));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toBe(1);
  second.close();

  await makeOld();
  request = async () => ["b"];
  const third = openPage();
  await vi.waitFor(() => expect(third.shown).toEqual([["a"], ["b"]]));
  expect(asked).toBe(2);
  third.close();
});

// 17.2
test("what is shown from the device is asked for again only once the start of the page is over", async () => {
  const first = openPage();
  await isStored(["a"]);
  first.close();
  await makeOld();
  const open = closeStartGate();
  const next = openPage();
  await vi.waitFor(() => expect(next.shown).toEqual([["a"]]));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toBe(1);
  open();
  await vi.waitFor(() => expect(asked).toBe(2));
  next.close();
});

// 21.7
test("nor does a part of the screen that comes while the page starts ask for it before that", async () => {
  const first = openPage();
  await isStored(["a"]);
  first.close();
  await makeOld();
  const open = closeStartGate();
  const next = openPage();
  await vi.waitFor(() => expect(next.shown).toEqual([["a"]]));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const close = new QueryObserver(next.client, options()).subscribe(() => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toBe(1);
  request = async () => ["b"];
  open();
  await vi.waitFor(() => expect(next.shown).toEqual([["a"], ["b"]]));
  expect(asked).toBe(2);
  close();
  next.close();
});

// 21.7
test("what waited for the start is asked for again in a task each", async () => {
  const named = (name: string) => persistedQuery({ db, key: ["y", name], schema: Ids, request: async () => [name] });
  const first = new QueryClient();
  for (const name of ["a", "b"]) await first.fetchQuery(named(name));
  await vi.waitFor(async () => expect(await db.queries.count()).toBe(2));
  await makeOld();

  const open = closeStartGate();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const steps: string[] = [];
  const observers = ["a", "b"].map((name) => new QueryObserver(client, named(name)));
  const ends = observers.map((observer, index) =>
    observer.subscribe(async ({ isFetching }) => {
      if (!isFetching) return;
      steps.push(`ask ${index}`);
      // As the screen is drawn by then.
      for (let hop = 0; hop < 20; hop += 1) await Promise.resolve();
      steps.push(`drawn ${index}`);
    }),
  );
  await vi.waitFor(() => expect(observers.map((each) => each.getCurrentResult().isSuccess)).toEqual([true, true]));
  await new Promise((resolve) => setTimeout(resolve, 20));
  steps.length = 0;
  open();
  await vi.waitFor(() => expect(steps).toHaveLength(4));
  expect(steps).toEqual(["ask 0", "drawn 0", "ask 1", "drawn 1"]);
  ends.forEach((end) => end());
  client.clear();
  first.clear();
});

// 9.14
test("a stale answer stays on the screen without a network, and no rejection is left unhandled", async () => {
  const first = openPage();
  await isStored(["a"]);
  first.close();
  await makeOld();
  request = () => Promise.reject(new Error("No network"));
  const next = openPage();
  await vi.waitFor(() => expect(asked).toBe(2));
  await vi.waitFor(() => expect(next.observer.getCurrentResult().fetchStatus).toBe("idle"));
  expect(next.observer.getCurrentResult().data?.value).toEqual(["a"]);
  next.close();
  expect(await stored()).toMatchObject({ data: { value: ["a"] } });
});

test("a storage that fails costs neither the answer nor what is stored", async () => {
  const first = openPage();
  await isStored(["a"]);
  first.close();
  vi.spyOn(db.queries, "bulkGet").mockImplementationOnce(() => {
    throw new Error("disk");
  });
  request = async () => ["b"];
  const next = openPage();
  await vi.waitFor(() => expect(next.shown).toEqual([["b"]]));
  await isStored(["b"]);
  next.close();
});

// 17.17
test("an answer that comes while the storage cannot be read is shown, and so is the one after it", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const page = openPage();
  await isStored(["a"]);
  // Another tab upgrades the database, and this one plays on without its storage.
  db.close({ disableAutoOpen: true });
  request = async () => ["a", "b"];
  await page.client.refetchQueries();
  expect(page.shown.at(-1)).toEqual(["a", "b"]);
  await db.open();
  request = async () => ["b"];
  await page.client.refetchQueries();
  expect(page.shown.at(-1)).toEqual(["b"]);
  page.close();
});

test("of two answers the one whose request began later is shown", async () => {
  const page = openPage();
  await isStored(["a"]);
  let answerOld: (ids: string[]) => void = () => {};
  const old = new Promise<string[]>((resolve) => (answerOld = resolve));
  request = () => old;
  const overtaken = page.observer.refetch();
  await vi.waitFor(() => expect(asked).toBe(2));
  // Another tab of this device asks later and is answered first.
  request = async () => ["newest"];
  const other = openPage();
  await vi.waitFor(() => expect(other.shown).toEqual([["a"]]));
  await other.observer.refetch();
  page.client.setQueryData(["x"], other.observer.getCurrentResult().data);
  answerOld(["old"]);
  await overtaken;
  expect(page.observer.getCurrentResult().data?.value).toEqual(["newest"]);
  await isStored(["newest"]);
  page.close();
  other.close();
});

test("a list that still holds the same stays the same list, under the newer answer", async () => {
  const page = openPage();
  await isStored(["a"]);
  const before = page.observer.getCurrentResult().data;
  await page.observer.refetch();
  const after = page.observer.getCurrentResult().data;
  expect(after?.value).toBe(before?.value);
  expect(after?.begun).toBeGreaterThan(before?.begun ?? Infinity);
  request = async () => ["a", "b"];
  await page.observer.refetch();
  expect(page.observer.getCurrentResult().data?.value).toEqual(["a", "b"]);
  page.close();
});

test("stored parts of a list are all shown at once, and asked again one after the other", async () => {
  const names = ["0/3", "1/3", "2/3"];
  let underWay = 0;
  let most = 0;
  const answers: (() => void)[] = [];
  const part = (name: string, fresh: () => Promise<string[]>) =>
    persistedQuery({ db, key: ["part", name], schema: Ids, request: fresh, isPart: true });
  const first = new QueryClient();
  for (const name of names) await first.fetchQuery(part(name, async () => [name]));
  await vi.waitFor(async () => expect(await db.queries.count()).toBe(names.length));
  await makeOld();

  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
  });
  const slow = () => {
    underWay += 1;
    most = Math.max(most, underWay);
    return new Promise<string[]>((resolve) => {
      answers.push(() => {
        underWay -= 1;
        resolve(["new"]);
      });
    });
  };
  const observers = names.map((name) => new QueryObserver(client, part(name, slow)));
  const ends = observers.map((observer) => observer.subscribe(() => {}));
  const shown = () => observers.map((observer) => observer.getCurrentResult().data?.value[0]);
  await vi.waitFor(() => expect(shown()).toEqual(names));
  for (const [index] of names.entries()) {
    await vi.waitFor(() => expect(answers).toHaveLength(index + 1));
    answers[index]?.();
  }
  await vi.waitFor(() => expect(shown()).toEqual(["new", "new", "new"]));
  expect(most).toBe(1);
  ends.forEach((end) => end());
  client.clear();
  first.clear();
});
