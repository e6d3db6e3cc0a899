import { expect, test, vi } from "vitest";
import type { OutboxView } from "../db/outbox-table.ts";
import type { WaitingUpload } from "../db/upload-rows.ts";
import { createStore } from "../lib/store.ts";
import { showBadge } from "./show-badge.ts";

const row = (state: string, kind = "like") => ({ state, operation: { kind } });
const view = (...rows: unknown[]) => ({ rows, unreadable: [] }) as unknown as OutboxView; // what is counted of it

test("the icon shows how many changes wait, without plays, and nothing after a sign-out", () => {
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => {});
  vi.stubGlobal("navigator", { setAppBadge });
  const outbox = { ...createStore<OutboxView | undefined>(undefined), close() {} };
  const uploads = { ...createStore<readonly WaitingUpload[] | undefined>([]), close() {} };
  const stop = showBadge({ outbox, uploads });
  expect(setAppBadge).not.toHaveBeenCalled();
  outbox.set(view(row("waiting"), row("attention"), row("acked"), row("waiting", "play")));
  uploads.set([{ id: "a", addedAt: 1, state: "waiting", song: undefined }]);
  outbox.set(view());
  stop();
  expect(setAppBadge.mock.calls).toEqual([[2], [3], [1], [0]]);
  vi.unstubAllGlobals();
});

test("a browser without badges is left alone", () => {
  vi.stubGlobal("navigator", {});
  const outbox = { ...createStore<OutboxView | undefined>(view()), close() {} };
  const uploads = { ...createStore<readonly WaitingUpload[] | undefined>([]), close() {} };
  expect(showBadge({ outbox, uploads })).not.toThrow();
  vi.unstubAllGlobals();
});
