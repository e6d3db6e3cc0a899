import { expect, test } from "vitest";
import { itemsNear, linesNear, placeItems, stepTowards } from "./row-window.ts";

const screen = 800;
const height = 56;

test.each([
  ["at the top", 200, 0],
  ["in the middle", -56_000, 1_000],
  ["at the end", 800 - 2_000 * 56, 1_985],
])("%s the rows of the screen and half a screen more are in the document, and few others", (_, top, seen) => {
  const { first, end } = linesNear(top, screen, height, 2_000);
  const more = Math.floor(screen / 2 / height);
  const shown = Math.floor((screen - Math.max(0, top)) / height);
  expect(first).toBeLessThanOrEqual(Math.max(0, seen - more));
  expect(end).toBeGreaterThanOrEqual(Math.min(2_000, seen + shown + more));
  expect(end - first).toBeLessThan(50);
});

test("scrolling by a row mostly changes nothing", () => {
  const ranges = Array.from({ length: 80 }, (_, row) =>
    JSON.stringify(linesNear(-row * height, screen, height, 2_000)),
  );
  expect(new Set(ranges).size).toBeLessThanOrEqual(22);
});

test("a list above or below the screen has no rows, and none that there are not", () => {
  for (const top of [-200_000, 200_000]) {
    const { first, end } = linesNear(top, screen, height, 2_000);
    expect(end - first).toBe(0);
  }
  expect(linesNear(0, screen, height, 3)).toEqual({ first: 0, end: 3 });
});

test("a grid renders whole lines of cards", () => {
  const lines = { height: 240, gap: 24, columns: 6 };
  const { first, end } = itemsNear(-240 * 100, screen, lines, 2_000);
  expect([first % 6, end % 6]).toEqual([0, 0]);
  expect(first).toBeLessThanOrEqual(6 * 100);
  expect(end).toBeGreaterThanOrEqual(6 * 104);
  expect(itemsNear(0, screen, lines, 20)).toEqual({ first: 0, end: 20 });
});

/** The ranges that are rendered one after the other. */
function way(from: [number, number], to: [number, number], seen: number) {
  const target = { first: to[0], end: to[1] };
  const ranges = [];
  let range = { first: from[0], end: from[1] };
  while (range.first !== target.first || range.end !== target.end) {
    range = stepTowards(range, target, seen, 8);
    ranges.push([range.first, range.end]);
    expect(ranges.length).toBeLessThan(20);
  }
  return ranges;
}

test("a jump renders a few lines at a time, those in view first", () => {
  expect(way([0, 24], [1_000, 1_032], 1_008)).toEqual([
    [1_008, 1_016],
    [1_008, 1_024],
    [1_008, 1_032],
    [1_000, 1_032],
  ]);
});

test("scrolling keeps what stays near and adds to it", () => {
  expect(way([0, 24], [8, 40], 12)).toEqual([
    [8, 32],
    [8, 40],
  ]);
  expect(way([100, 132], [92, 124], 100)).toEqual([[92, 124]]);
  expect(way([0, 24], [0, 10], 0)).toEqual([[0, 10]]);
  expect(way([0, 10], [0, 0], 0)).toEqual([[0, 0]]);
});

/** Items that are there and those that are missing come to the whole list. */
function heights(range: { first: number; end: number }, count: number, kept: number[]) {
  const { placed, missingAfter } = placeItems(range, count, kept);
  const total = placed.reduce((sum, { missingBefore }) => sum + missingBefore + 1, missingAfter);
  return { rows: placed.map(({ index }) => index), total };
}

test.each([
  ["before", [2], [2, 10, 11, 12]],
  ["after", [40], [10, 11, 12, 40]],
  ["within", [11], [10, 11, 12]],
  ["just before", [9], [9, 10, 11, 12]],
  ["just after", [13], [10, 11, 12, 13]],
  ["of no list", [-1], [10, 11, 12]],
  ["past the end", [50], [10, 11, 12]],
  ["on both sides", [40, 2], [2, 10, 11, 12, 40]],
  ["twice", [2, 2], [2, 10, 11, 12]],
])("items that stay, %s the others, stand in their places", (_, kept, rows) => {
  expect(heights({ first: 10, end: 13 }, 50, kept)).toEqual({ rows, total: 50 });
});

test("a list that became shorter has no rows that are gone", () => {
  expect(heights({ first: 10, end: 20 }, 12, [0])).toEqual({ rows: [0, 10, 11], total: 12 });
  expect(heights({ first: 10, end: 20 }, 5, [4])).toEqual({ rows: [4], total: 5 });
  expect(heights({ first: 0, end: 0 }, 0, [-1])).toEqual({ rows: [], total: 0 });
});

test("in a grid all cards of the line after a gap know of it", () => {
  const { placed, missingAfter } = placeItems({ first: 30, end: 36 }, 60, [7], 3);
  expect(placed.slice(0, 5)).toEqual([
    { index: 7, missingBefore: 2 },
    { index: 30, missingBefore: 7 },
    { index: 31, missingBefore: 7 },
    { index: 32, missingBefore: 7 },
    { index: 33, missingBefore: 0 },
  ]);
  expect(missingAfter).toBe(8);
});
