import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountOf } from "./client-account.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a storage that hangs counts as nobody's: the network answers", async () => {
  vi.spyOn(indexedDB, "open").mockReturnValue(new EventTarget() as IDBOpenDBRequest); // answers nothing
  const account = accountOf("page");
  await vi.advanceTimersByTimeAsync(8_000);
  expect((await account).uid).toBeNull();
});
