import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DrainEnd } from "./drainer-states.ts";
import { createDrainSchedule } from "./drain-schedule.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// 17.28
test("what another tab leaves is taken over, also while a change of this tab is due in minutes", async () => {
  const drain = vi.fn<() => Promise<DrainEnd>>(async () => "idle");
  const drainer = { drain, nextDueIn: async () => 300_000, stop() {} };
  const schedule = createDrainSchedule({ drainer, onEnd: async () => {}, onUnsent: () => {} });
  await schedule.drain();
  schedule.takeOver();
  await vi.advanceTimersByTimeAsync(3_000);
  // It does not begin anew with each change.
  schedule.takeOver();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(drain).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(drain, "and then in its time").toHaveBeenCalledTimes(2);
  schedule.stop();
});
