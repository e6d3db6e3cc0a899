import { afterEach, expect, test, vi } from "vitest";
import type { App } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { createStore } from "../lib/store.ts";
import type { Account } from "../sync/account-session.ts";
import { sendUploads } from "./send-uploads.ts";

vi.mock(import("../app/lazy-import.ts"));
afterEach(() => {
  vi.mocked(lazyImport).mockReset();
});

/** A database with that many pieces of files. */
const dbWith = (pieces: number) => ({
  uploadPieces: { limit: (most: number) => ({ primaryKeys: async () => Array(Math.min(pieces, most)) }) },
});

test("a script that did not come is asked for again with the next wish to send, and never twice (specification 17.29)", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const uploads = createStore<readonly unknown[] | undefined>(undefined);
  const senders = new Set<(reason: "kick") => Promise<void>>();
  const sendAlso = (send: (reason: "kick") => Promise<void>) => {
    senders.add(send);
    return () => void senders.delete(send);
  };
  const kick = () => Promise.all([...senders].map((send) => send("kick")));
  const stopped = vi.fn<() => void>();
  const sendWaiting = vi.fn<() => () => void>(() => stopped);
  vi.mocked(lazyImport).mockRejectedValueOnce(new Error("no chunk")).mockResolvedValue({ sendWaiting });
  const account = { uploads, sendAlso, db: dbWith(0) } as unknown as Account; // all that is used of it
  const stop = sendUploads({} as App, account);
  await kick();
  expect(lazyImport, "nothing waits").not.toHaveBeenCalled();
  uploads.set([{}]);
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
  await kick();
  await vi.waitFor(() => expect(sendWaiting).toHaveBeenCalledOnce());
  await kick();
  uploads.set([{}, {}]);
  expect(lazyImport).toHaveBeenCalledTimes(2);
  stop();
  expect([stopped.mock.calls.length, senders.size]).toEqual([1, 0]);
});

test("leftovers of discarded uploads and of a crash have it loaded, too: it sweeps them (specification 17.29)", async () => {
  const sendWaiting = vi.fn<() => () => void>(() => () => {});
  vi.mocked(lazyImport).mockResolvedValue({ sendWaiting });
  const start = (pieces: number) => {
    const account = { uploads: createStore([]), sendAlso: () => () => {}, db: dbWith(pieces) };
    return sendUploads({} as App, account as unknown as Account); // all that is used of it
  };
  start(0);
  const stop = start(1);
  await vi.waitFor(() => expect(sendWaiting).toHaveBeenCalled());
  expect(lazyImport).toHaveBeenCalledOnce();
  stop();
});
