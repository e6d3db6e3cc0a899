import { describe, expect, it } from "vitest";
import { parseRange } from "./range.ts";

describe("parseRange", () => {
  it.each([
    [null, "whole"],
    ["bytes=0-1", { start: 0, end: 1 }],
    ["bytes=10-", { start: 10, end: 99 }],
    ["bytes=0-", { start: 0, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-500", { start: 0, end: 99 }],
    ["bytes=90-500", { start: 90, end: 99 }],
    ["bytes=99-99", { start: 99, end: 99 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=100-200", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=0-1,5-6", "whole"],
    ["bytes=5-1", "whole"],
    ["bytes=-", "whole"],
    ["bytes=a-b", "whole"],
    ["items=0-1", "whole"],
    ["Bytes = 0 - 1", { start: 0, end: 1 }],
  ] as const)("reads %s", (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});

it("a range is read with spaces, however many there are", () => {
  expect(parseRange(" bytes = 2 - 5 ", 10)).toEqual({ start: 2, end: 5 });
  const spaces = " ".repeat(1_500);
  const begin = performance.now();
  expect(parseRange(`bytes=${spaces}-${spaces}x`, 10)).toBe("whole");
  expect(performance.now() - begin).toBeLessThan(500);
});
