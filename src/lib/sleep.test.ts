import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sleep } from "./sleep.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("waits as long as it is told", async () => {
  let isOver = false;
  void sleep(1_000, new AbortController().signal).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
});

it("ends when the work is given up meanwhile", async () => {
  const work = new AbortController();
  const waiting = sleep(1_000, work.signal);
  work.abort();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

it("does not begin when the work was given up before", async () => {
  await sleep(1_000, AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
});

it("needs nobody who could end it", async () => {
  const waiting = sleep(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});
