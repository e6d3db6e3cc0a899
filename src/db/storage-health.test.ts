/** A storage that fails, hangs and comes back (specification 17.49). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchStorage } from "./storage-health.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one that hangs is told after 5 s, and that it answered after all", async () => {
  let answer = () => {};
  const storage = watchStorage(() => new Promise<void>((resolve) => (answer = resolve)));
  const told: unknown[] = [];
  storage.subscribe(() => told.push(storage.get()));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(storage.get()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([false, true]);
});

test("one that fails is told at once, and tried again", async () => {
  let tries = 0;
  const storage = watchStorage(async () => {
    tries += 1;
    if (tries < 3) throw new DOMException("Internal error", "UnknownError");
  });
  const told: unknown[] = [];
  storage.subscribe(() => told.push(storage.get()));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([false, true]);
  expect(tries).toBe(3);
});

test("after the end nothing is told and nothing tried", async () => {
  let tries = 0;
  const storage = watchStorage(async () => {
    tries += 1;
    throw new DOMException("Internal error", "UnknownError");
  });
  storage.subscribe(() => expect.unreachable());
  storage.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
});
