import { expect, test } from "vitest";
import { placeRows, rangeNear } from "./row-window.ts";

const screen = 800;
const rowHeight = 56;

test.each([
  ["at the top", 200, 0],
  ["in the middle", -56_000, 1_000],
  ["at the end", 800 - 2_000 * 56, 1_985],
])("%s the rows of the screen and half a screen more are in the document, and few others", (_, top, seen) => {
  const { first, end } = rangeNear(top, screen, rowHeight, 2_000);
  const more = Math.floor(screen / 2 / rowHeight);
  const shown = Math.floor((screen - Math.max(0, top)) / rowHeight);
  expect(first).toBeLessThanOrEqual(Math.max(0, seen - more));
  expect(end).toBeGreaterThanOrEqual(Math.min(2_000, seen + shown + more));
  expect(end - first).toBeLessThan(50);
});

test("scrolling by a row mostly changes nothing", () => {
  const ranges = Array.from({ length: 80 }, (_, row) =>
    JSON.stringify(rangeNear(-row * rowHeight, screen, rowHeight, 2_000)),
  );
  expect(new Set(ranges).size).toBeLessThanOrEqual(22);
});

test("a list above or below the screen has no rows, and none that there are not", () => {
  for (const top of [-200_000, 200_000]) {
    const { first, end } = rangeNear(top, screen, rowHeight, 2_000);
    expect(end - first).toBe(0);
  }
  expect(rangeNear(0, screen, rowHeight, 3)).toEqual({ first: 0, end: 3 });
});

/** Rows that are there and those that are missing come to the whole list. */
function heights(range: { first: number; end: number }, count: number, kept: number) {
  const { placed, missingAfter } = placeRows(range, count, kept);
  const total = placed.reduce((sum, { missingBefore }) => sum + missingBefore + 1, missingAfter);
  return { rows: placed.map(({ index }) => index), total };
}

test.each([
  ["before", 2, [2, 10, 11, 12]],
  ["after", 40, [10, 11, 12, 40]],
  ["within", 11, [10, 11, 12]],
  ["just before", 9, [9, 10, 11, 12]],
  ["just after", 13, [10, 11, 12, 13]],
  ["of no list", -1, [10, 11, 12]],
  ["past the end", 50, [10, 11, 12]],
])("a row that stays, %s the others, stands in its place", (_, kept, rows) => {
  expect(heights({ first: 10, end: 13 }, 50, kept)).toEqual({ rows, total: 50 });
});

test("a list that became shorter has no rows that are gone", () => {
  expect(heights({ first: 10, end: 20 }, 12, 0)).toEqual({ rows: [0, 10, 11], total: 12 });
  expect(heights({ first: 10, end: 20 }, 5, 4)).toEqual({ rows: [4], total: 5 });
  expect(heights({ first: 0, end: 0 }, 0, -1)).toEqual({ rows: [], total: 0 });
});
