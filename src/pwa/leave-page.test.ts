import { expect, test, vi } from "vitest";
import { leave, stayUntil } from "./leave-page.ts";

test("a page leaves at once, or when what has to be over is, or soon all the same", async () => {
  vi.useFakeTimers();
  const go = vi.fn<() => void>();
  leave(go);
  expect(go).toHaveBeenCalledTimes(1);
  let end = () => {};
  void stayUntil(new Promise<void>((resolve) => (end = resolve)));
  leave(go);
  await vi.advanceTimersByTimeAsync(100);
  expect(go).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(go).toHaveBeenCalledTimes(2);
  void stayUntil(new Promise(() => {}));
  leave(go);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(go).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
