import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { downloadOf } from "../../../tests/support/items.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import type { App } from "../../app/app-context.ts";
import { createStore } from "../../lib/store.ts";
import type { Account } from "../../sync/account-session.ts";
import { parseSettings } from "../../sync/download-settings.ts";
import { followWantedLists, type WantedLists } from "./follow-wanted-lists.ts";
import { keepDownloads } from "./keep-downloads.ts";
import { createReconcileWanted } from "./reconcile-wanted.ts";

vi.mock("./follow-wanted-lists.ts", { spy: true });
vi.mock("./reconcile-wanted.ts", { spy: true });
vi.mock("./prefetch-playlists.ts", () => ({ prefetchPlaylists: async () => {} }));

let lists: WantedLists;

beforeEach(() => {
  vi.useFakeTimers();
  lists = {
    wanted: () => [],
    heard: () => [],
    refetch: vi.fn<() => void>(),
    takeNewer: vi.fn<() => Promise<void>>(async () => {}),
    close() {},
  };
  vi.mocked(followWantedLists).mockReturnValueOnce(lists);
});
afterEach(() => void vi.useRealTimers());

const waiting = new Map([["song", downloadOf(1)]]);

function start({ isVolatile = false, downloads = new Map<string, Download>() } = {}) {
  const requestDownloads = vi.fn<(uid: string) => void>();
  const live = <T>(value: T) => ({ get: () => value, subscribe: () => () => {} });
  const online = createStore(true);
  const stop = keepDownloads(
    { queryClient: new QueryClient(), online, worker: { requestDownloads } } as unknown as App, // all that is used of it
    {
      db: { isVolatile },
      outbox: live(undefined),
      downloads: live(downloads),
      downloadSettings: live(undefined),
    } as unknown as Account, // all that is used of it
  );
  return { online, stop, requestDownloads };
}

/** Returns how a list says that it may have changed. */
function followChanges(): () => void {
  let change = () => {};
  vi.mocked(followWantedLists)
    .mockReset()
    .mockImplementationOnce((_app, _account, onChange) => {
      change = onChange;
      return lists;
    });
  return () => change();
}

/** Specification 17.31: whatever becomes of the change stream. */
test("asks for the lists every 45 s while it is online, so that a like of another device comes without a stream", () => {
  vi.mocked(createReconcileWanted).mockReturnValueOnce(async () => {});
  const { online, stop } = start();
  vi.advanceTimersByTime(44_999);
  expect(lists.refetch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(lists.refetch).toHaveBeenCalledTimes(1);
  online.set(false);
  vi.advanceTimersByTime(45_000);
  expect(lists.refetch).toHaveBeenCalledTimes(1);
  stop();
  online.set(true);
  vi.advanceTimersByTime(90_000);
  expect(lists.refetch).toHaveBeenCalledTimes(1);
});

// 17.9
test("keeps the worker awake while songs come, and lets it sleep without a network", () => {
  vi.mocked(createReconcileWanted).mockReturnValueOnce(async () => {});
  const { online, stop, requestDownloads } = start({ downloads: waiting });
  vi.advanceTimersByTime(30_000);
  expect(requestDownloads).toHaveBeenCalledTimes(2);
  online.set(false);
  vi.advanceTimersByTime(60_000);
  expect(requestDownloads).toHaveBeenCalledTimes(2);
  stop();
});

test("downloads what is wanted, but nothing for a sign-in that does not outlive the browser (specification 2.19)", async () => {
  const reconcile = vi.fn<() => Promise<void>>(async () => {});
  vi.mocked(createReconcileWanted).mockReturnValue(reconcile);
  const stops = [start().stop];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reconcile).toHaveBeenCalled();
  reconcile.mockClear();
  vi.mocked(followWantedLists).mockReturnValueOnce(lists);
  stops.push(start({ isVolatile: true }).stop);
  stops[0]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reconcile).not.toHaveBeenCalled();
  stops[1]?.();
});

test("a change during a run that fails is compared after it", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const change = followChanges();
  let fail = () => {};
  const reconcile = vi.fn<() => Promise<void>>(async () => {});
  reconcile.mockReturnValueOnce(new Promise((_, reject) => (fail = () => reject(new Error("The disk fails")))));
  vi.mocked(createReconcileWanted).mockReturnValueOnce(reconcile);
  const { stop } = start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reconcile).toHaveBeenCalledOnce();
  change();
  await vi.advanceTimersByTimeAsync(1_000);
  fail();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reconcile).toHaveBeenCalledTimes(2);
  expect(reconcile, "all of it, as the one that failed").toHaveBeenLastCalledWith([], { all: true });
  stop();
});

// 17.6
test("what another tab has heard of is taken over before all is compared", async () => {
  const reconcile = vi.fn<() => Promise<void>>(async () => {});
  vi.mocked(createReconcileWanted).mockReturnValueOnce(reconcile);
  vi.mocked(lists.takeNewer).mockImplementation(async () => expect(reconcile).not.toHaveBeenCalled());
  const { stop } = start();
  await vi.advanceTimersByTimeAsync(10_000);
  stop();
  expect(lists.takeNewer).toHaveBeenCalledOnce();
  expect(reconcile).toHaveBeenCalled();
});

test("songs are compared while a long queue of changes is being sent", async () => {
  const change = followChanges();
  const reconcile = vi.fn<() => Promise<void>>(async () => {});
  vi.mocked(createReconcileWanted).mockReturnValueOnce(reconcile);
  const { stop } = start();
  await vi.advanceTimersByTimeAsync(10_000);
  reconcile.mockClear();
  for (let sent = 0; sent < 100; sent += 1) {
    change();
    await vi.advanceTimersByTimeAsync(100);
  }
  stop();
  expect(reconcile.mock.calls.length).toBeGreaterThanOrEqual(5);
  expect(reconcile.mock.calls.length).toBeLessThanOrEqual(11);
});

// 17.10
test("a pause reaches the worker while covers alone come", () => {
  vi.mocked(followWantedLists).mockReset().mockReturnValueOnce(lists);
  vi.mocked(createReconcileWanted).mockReturnValueOnce(async () => {});
  const settings = createStore(parseSettings({}));
  const pauseDownloads = vi.fn<(uid: string) => void>();
  const live = <T>(value: T) => ({ get: () => value, subscribe: () => () => {} });
  const app = {
    queryClient: new QueryClient(),
    online: createStore(true),
    worker: { requestDownloads() {}, pauseDownloads },
  };
  const account = {
    db: {},
    outbox: live(undefined),
    downloads: live(new Map([["song", downloadOf(1, { state: "ready" })]])),
    downloadSettings: settings,
  };
  const stop = keepDownloads(app as unknown as App, account as unknown as Account); // what is used of them
  settings.set(parseSettings({ paused: true }));
  stop();
  expect(pauseDownloads).toHaveBeenCalledOnce();
});

test("covers that a metered line held up are looked for at its end", async () => {
  const compared = vi.fn<() => Promise<void>>(async () => {});
  vi.mocked(createReconcileWanted).mockReturnValueOnce(compared);
  const line = Object.assign(new EventTarget(), { type: "wifi" });
  vi.stubGlobal("navigator", { connection: line });
  const { stop } = start({ downloads: new Map([["song", downloadOf(1, { state: "ready" })]]) });
  await vi.advanceTimersByTimeAsync(10_000);
  compared.mockClear();
  line.dispatchEvent(new Event("change"));
  await vi.advanceTimersByTimeAsync(10_000);
  stop();
  vi.unstubAllGlobals();
  expect(compared).toHaveBeenCalledWith([], { all: true });
});
