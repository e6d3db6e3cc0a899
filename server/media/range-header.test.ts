import { expect, test } from "vitest";
import { parseRangeHeader } from "./range-header.ts";

test("a range is read with spaces, however many there are", () => {
  expect(parseRangeHeader(" bytes = 2 - 5 ", 10)).toEqual({ start: 2, end: 5 });
  const spaces = " ".repeat(1_500);
  const begin = performance.now();
  expect(parseRangeHeader(`bytes=${spaces}-${spaces}x`, 10)).toBe("whole");
  expect(performance.now() - begin).toBeLessThan(500);
});
