import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "../../app/app-context.ts";
import { createStore } from "../../lib/store.ts";
import type { Account } from "../../sync/account-session.ts";
import { followWantedLists } from "./follow-wanted-lists.ts";
import { keepDownloads } from "./keep-downloads.ts";

vi.mock("./follow-wanted-lists.ts", { spy: true });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Specification 17.31: whatever becomes of the change stream. */
test("asks for the lists every 45 s while it is online, so that a like of another device comes without a stream", () => {
  const refetch = vi.fn<() => void>();
  vi.mocked(followWantedLists).mockReturnValueOnce({
    wanted: () => undefined,
    heard: () => [],
    refetch,
    close() {},
  });
  const live = <T>(value: T) => ({ get: () => value, subscribe: () => () => {} });
  const online = createStore(true);
  const stop = keepDownloads(
    { queryClient: new QueryClient(), online } as unknown as App, // all that is used of it
    { outbox: live(undefined), downloads: live(undefined), downloadSettings: live(undefined) } as unknown as Account, // all that is used of it
  );
  vi.advanceTimersByTime(44_999);
  expect(refetch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(refetch).toHaveBeenCalledTimes(1);
  online.set(false);
  vi.advanceTimersByTime(45_000);
  expect(refetch).toHaveBeenCalledTimes(1);
  stop();
  online.set(true);
  vi.advanceTimersByTime(90_000);
  expect(refetch).toHaveBeenCalledTimes(1);
});
