import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gatherLines } from "./log-lines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("writes lines together, in their order, within a tenth of a second", () => {
  const written: string[] = [];
  const log = gatherLines((text) => written.push(text));
  log.write("a\n");
  vi.advanceTimersByTime(60);
  log.write("b\n");
  expect(written).toEqual([]);
  vi.advanceTimersByTime(40);
  expect(written).toEqual(["a\nb\n"]);
  log.write("c\n");
  vi.advanceTimersByTime(100);
  expect(written).toEqual(["a\nb\n", "c\n"]);
});

test("keeps no more than some lines", () => {
  const written: string[] = [];
  const log = gatherLines((text) => written.push(text));
  const line = `${"x".repeat(40_000)}\n`;
  log.write(line);
  log.write(line);
  expect(written).toEqual([line + line]);
  vi.advanceTimersByTime(100);
  expect(written).toHaveLength(1);
});

test("writes what is left when the process ends", () => {
  const once = vi.spyOn(process, "once").mockReturnThis();
  const written: string[] = [];
  const log = gatherLines((text) => written.push(text));
  const [event, flush] = once.mock.calls[0] ?? [];
  once.mockRestore();
  log.write("last\n");
  flush?.();
  expect([event, written]).toEqual(["exit", ["last\n"]]);
});
