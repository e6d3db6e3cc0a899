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

test("two tabs that cannot send do not keep each other trying", async () => {
  let tries = 0;
  const tabs: ReturnType<typeof createDrainSchedule>[] = [];
  for (const other of [1, 0]) {
    const drain = async (): Promise<DrainEnd> => {
      tries += 1;
      // What it writes the other one hears.
      setTimeout(() => tabs[other]?.takeOver(), 10);
      return "sign-in";
    };
    tabs.push(
      createDrainSchedule({
        drainer: { drain, nextDueIn: async () => 0, stop() {} },
        onEnd: async () => {},
        onUnsent: () => {},
      }),
    );
  }
  for (const tab of tabs) void tab.drain();
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  // Two tabs, some tries at once, then one in five minutes at the most.
  expect(tries).toBeLessThan(50);
  for (const tab of tabs) tab.stop();
});
