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
    like: (songId: string) => requestPersistence({ toaster }, { downloads }, songId),
    move(songId: string, state: Download["state"]) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the state is read
      rows = new Map([...rows, [songId, { state } as Download]]);
      for (const listener of listeners) listener();
    },
  };
}

test("a liked song is called saved once it is, not before, and only the first one", async () => {
  const device = openDevice();
  device.like("a");
  device.like("b");
  device.move("a", "wanted");
  device.move("b", "downloading");
  expect(device.told).toEqual([]);
  expect(device.persist).not.toHaveBeenCalled();
  device.move("b", "ready");
  device.move("a", "ready");
  expect(device.told).toEqual(["Saved. It plays offline too."]);
  await vi.waitFor(() => expect(device.persist).toHaveBeenCalledOnce());
  expect(device.listeners.size).toBe(0);
});

test("a device that was asked is left alone", () => {
  const device = openDevice();
  localStorage.setItem("offbeat.persist-asked", "yes");
  device.like("a");
  device.move("a", "ready");
  expect(device.told).toEqual([]);
  expect(device.listeners.size).toBe(0);
});
