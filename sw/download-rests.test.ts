import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { longestWaitMs } from "../src/sync/backoff.ts";
import { endRest, rest, restMs } from "./download-rests.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// 17.9
test("a device that takes no song is left alone longer each time, until it takes one", () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  expect(restMs("ada")).toBe(0);
  const rests = Array.from({ length: 10 }, () => {
    rest("ada");
    return restMs("ada");
  });
  expect(rests.slice(0, 3)).toEqual([2_000, 4_000, 8_000]);
  expect(rests.at(-1)).toBe(longestWaitMs);
  expect(restMs("ben")).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(restMs("ada")).toBe(longestWaitMs - 60_000);
  endRest("ada");
  expect(restMs("ada")).toBe(0);
  rest("ada");
  expect(restMs("ada"), "and begins anew").toBe(2_000);
});
