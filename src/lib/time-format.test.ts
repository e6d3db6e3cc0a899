import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTime } from "./time-format.ts";

// 6.11
test.each([
  [0, "0:00"],
  [5.99, "0:05"],
  [60, "1:00"],
  [599, "9:59"],
  [3599.9, "59:59"],
  [3600, "1:00:00"],
  [36_061, "10:01:01"],
  [-3, "0:00"],
  [Number.NaN, "0:00"],
  [Number.POSITIVE_INFINITY, "0:00"],
])("%d s read %s", (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});

test("every time reads back as its whole seconds", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1_000_000, noNaN: true }), (seconds) => {
      const parts = formatTime(seconds).split(":").map(Number);
      expect(parts.reduce((total, part) => total * 60 + part, 0)).toBe(Math.floor(seconds));
      expect(formatTime(seconds)).toMatch(/^(\d+:[0-5]\d|[1-9]\d*:[0-5]\d:[0-5]\d)$/);
    }),
  );
});
