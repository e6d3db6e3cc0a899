/** Specification 21.7. */
import {
  unstable_NormalPriority as normal,
  unstable_scheduleCallback as schedule,
  unstable_shouldYield as shouldYield,
} from "scheduler";
import { expect, test } from "vitest";
import { setSlices } from "./render-slices.ts";

/** Whether React would let the browser go on after so many milliseconds of rendering. */
const yieldsAfter = (ms: number) =>
  new Promise<boolean>((resolve) =>
    schedule(normal, () => {
      const end = performance.now() + ms;
      while (performance.now() < end);
      resolve(shouldYield());
    }),
  );

test("a first screen is drawn in longer slices than those in use", async () => {
  setSlices("long");
  // A busy machine may take longer for them.
  await expect.poll(() => yieldsAfter(10)).toBe(false);
  expect(await yieldsAfter(40)).toBe(true);
  setSlices("usual");
  expect(await yieldsAfter(10)).toBe(true);
});
