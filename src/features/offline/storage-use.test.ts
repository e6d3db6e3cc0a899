import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMeasurer } from "./storage-use.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// 17.16, 21.7
test("while songs arrive one measurement runs at a time, with a rest, and the last song is measured", async () => {
  let running = 0;
  let most = 0;
  let arrived = 0;
  const measured: number[] = [];
  const measure = async () => {
    most = Math.max(most, (running += 1));
    const seen = arrived;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    running -= 1;
    return seen;
  };
  const measurer = createMeasurer(measure, (seen) => measured.push(seen));
  for (; arrived < 100; arrived += 1) {
    measurer.ask();
    await vi.advanceTimersByTimeAsync(100);
  }
  measurer.ask();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(most).toBe(1);
  // Of 10 s each takes 3, and rests for 2.
  expect(measured).toEqual([0, 49, 99, 100]);
  measurer.ask();
  await vi.advanceTimersByTimeAsync(3_500);
  measurer.ask(true);
  await vi.advanceTimersByTimeAsync(3_100);
  expect(measured, "without a rest").toHaveLength(6);
  measurer.ask();
  measurer.end();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(measured).toHaveLength(6);
});

test("a measurement that fails holds up none after it", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const measure = vi.fn<() => Promise<number>>(async () => 1).mockRejectedValueOnce(new Error("The disk fails"));
  const measured: number[] = [];
  const measurer = createMeasurer(measure, (seen) => measured.push(seen));
  measurer.ask();
  await vi.advanceTimersByTimeAsync(10_000);
  measurer.ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(measured).toEqual([1]);
});
