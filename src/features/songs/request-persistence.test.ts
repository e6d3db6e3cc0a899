import { afterEach, expect, test, vi } from "vitest";
import type { Download } from "../../../contract/worker-messages.ts";
import type { Account } from "../../sync/account-session.ts";
import { createToaster } from "../../ui/toaster.ts";
import { requestPersistence } from "./request-persistence.ts";

afterEach(() => vi.unstubAllGlobals());

/** A device whose downloads the test moves on. */
function openDevice() {
  const persist = vi.fn<() => Promise<boolean>>(async () => true);
  const stored = new Map<string, string>();
  vi.stubGlobal("navigator", { storage: { persist, persisted: async () => false } });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", page);
  const listeners = new Set<() => void>();
  let rows: ReadonlyMap<string, Download> = new Map();
  const downloads: Account["downloads"] = {
    get: () => rows,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {},
  };
  const toaster = createToaster({ ms: 1, actionMs: 1 });
  const told: string[] = [];
  toaster.connect({ show: ({ text }) => told.push(text), dismiss() {} });
  return {
    persist,
    told,
    listeners,
    setHidden(hidden: boolean) {
      page.hidden = hidden;
      page.dispatchEvent(new Event("visibilitychange"));
    },
    start: () => requestPersistence({ toaster }, { downloads }),
    move(songId: string, state: Download["state"]) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the state is read
      rows = new Map([...rows, [songId, { state } as Download]]);
      for (const listener of listeners) listener();
    },
  };
}

test("a song is called saved once it is, not before, and only the first one (specification 17.18)", async () => {
  const device = openDevice();
  device.start();
  device.move("a", "wanted");
  expect(device.told).toEqual([]);
  expect(device.persist).not.toHaveBeenCalled();
  device.move("a", "ready");
  device.move("b", "ready");
  expect(device.told).toEqual(["Saved. It plays offline too."]);
  await vi.waitFor(() => expect(device.persist).toHaveBeenCalledOnce());
  expect(device.listeners.size).toBe(0);
});

// 17.18. A second phone of somebody with many favourites, or one that keeps a playlist.
test("songs that nobody liked here are a reason as well, once the page is seen", async () => {
  const device = openDevice();
  device.move("a", "ready");
  device.move("b", "wanted");
  device.setHidden(true);
  device.start();
  device.move("c", "ready");
  expect(device.told).toEqual([]);
  device.setHidden(false);
  expect(device.told).toEqual(["Your music plays offline too."]);
  await vi.waitFor(() => expect(device.persist).toHaveBeenCalledOnce());
});

test("a device that was asked is left alone, also by another tab", () => {
  const device = openDevice();
  device.start();
  expect(device.listeners.size).toBe(1);
  localStorage.setItem("offbeat.persist-asked", "yes");
  device.move("a", "ready");
  device.start();
  expect(device.told).toEqual([]);
  expect(device.listeners.size).toBe(0);
});

test("an account that goes is not asked for", () => {
  const device = openDevice();
  device.start()();
  device.move("a", "ready");
  expect(device.told).toEqual([]);
});
