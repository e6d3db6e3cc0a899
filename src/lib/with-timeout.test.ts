import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withTimeout } from "./with-timeout.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("hands on what comes in time, and leaves no timer", async () => {
  expect(await withTimeout(1_000, Promise.resolve("here"))).toBe("here");
  await expect(withTimeout(1_000, Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(vi.getTimerCount()).toBe(0);
});

it("rejects after the time with an error of its own, or the caller's", async () => {
  const never = new Promise<never>(() => {});
  const caught = Promise.allSettled([
    withTimeout(1_000, never),
    withTimeout(1_000, never, () => new Error("No answer")),
  ]);
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await caught).toMatchObject([{ reason: { name: "TimeoutError" } }, { reason: { message: "No answer" } }]);
});
