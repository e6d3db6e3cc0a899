import fc from "fast-check";
import { expect, test } from "vitest";
import { idsPerRequest } from "../../../contract/rules/limits.ts";
import { moveId } from "../lists/moves.ts";
import { partsOf, partsWithin } from "./song-parts.ts";
import { lackingParts, lacksSongs, rowsOf } from "./songs-by-id.ts";

/** Random digits, as ids have them. */
const random = (seed: number) => fc.sample(fc.uuid({ version: 7 }), { seed, numRuns: 1_200 });
const contents = (list: readonly string[]) => new Map(partsOf(list).map((part) => [part.name, part.ids.join()]));
const changed = (before: readonly string[], after: readonly string[]) => {
  const known = contents(before);
  return [...contents(after)].filter(([name, content]) => known.get(name) !== content).length;
};

test("a list is cut into parts of one request each, which hold it in order", () => {
  const list = random(1);
  const parts = partsOf(list);
  expect(parts.flatMap((part) => part.ids)).toEqual(list);
  expect(parts.map(({ first }) => list[first])).toEqual(parts.map((part) => part.ids[0]));
  expect(Math.max(...parts.map((part) => part.ids.length))).toBeLessThanOrEqual(idsPerRequest);
  expect(parts.length).toBeGreaterThan(list.length / 70);
  expect(parts.length).toBeLessThan(list.length / 30);
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
  expect(partsOf([])).toEqual([]);
});

test("a song that joins, leaves or moves changes few parts", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const [joined = "", ...list] = random(seed);
    expect(changed(list, [joined, ...list])).toBeLessThanOrEqual(4);
    expect(changed(list, list.toSpliced(500, 1))).toBeLessThanOrEqual(4);
    expect(changed(list, moveId(list, list[900] ?? "", 100))).toBeLessThanOrEqual(8);
  }
});

test("only the parts near the rows are asked for", () => {
  const parts = partsOf(random(2));
  const near = partsWithin(parts, { first: 500, end: 540 });
  expect(near.length).toBeLessThanOrEqual(3);
  expect(near.some(({ first, ids: some }) => first <= 500 && first + some.length > 500)).toBe(true);
  expect(near.some(({ first, ids: some }) => first <= 539 && first + some.length > 539)).toBe(true);
  expect(partsWithin(parts, { first: -16, end: 0 })).toEqual([]);
});

test("a part that lacks songs is asked again, but not while it is, nor right after a refusal", () => {
  const parts = [{ name: "first", first: 0, ids: ["a", "b"] }];
  const lacking = (change: object) => lackingParts(parts, [{ asked: ["a"], idle: true, failed: false, ...change }]);
  expect(lacking({})).toEqual([0]);
  expect(lacking({ asked: ["a", "b"] })).toEqual([]);
  expect(lacking({ asked: undefined })).toEqual([]);
  expect(lacking({ idle: false })).toEqual([]);
  expect(lacking({ failed: true })).toEqual([]);
});

test("a list is whole when what was never answered lies on the device", () => {
  const parts = [
    { name: "first", first: 0, ids: ["a"] },
    { name: "b", first: 1, ids: ["b", "c"] },
  ];
  const gone = { asked: ["a"], songs: [] };
  const lacks = (known: string[]) => lacksSongs(parts, [gone, undefined], new Map(known.map((one) => [one, one])));
  expect(lacks(["b"])).toBe(true);
  expect(lacks(["b", "c"])).toBe(false);
});

test("a song that moved into a part is known by the part that it came from", () => {
  const parts = [
    { name: "first", first: 0, ids: ["a"] },
    { name: "b", first: 1, ids: ["b", "c"] },
  ];
  const states = [
    { asked: ["a", "c"], idle: true, failed: false },
    { asked: ["b"], idle: true, failed: false },
  ];
  expect(lackingParts(parts, states)).toEqual([]);
});

test("rows are all ids but those of songs that are gone, and in a short list those that failed", () => {
  const parts = [
    { name: "first", first: 0, ids: ["a", "b"] },
    { name: "c", first: 2, ids: ["c", "d"] },
  ];
  const states = [false, true].map((failed) => ({ asked: undefined, idle: true, failed }));
  const state = { answers: [{ asked: ["a", "b"], songs: [] }, undefined], states };
  const known = new Map([
    ["b", 1],
    ["d", 1],
  ]);
  expect(rowsOf(["a", "b", "c", "d", "e"], parts, state, known)).toEqual(["b", "d", "e"]);
  const long = ["a", "b", "c", "d", ...Array.from({ length: 100 }, (_, index) => `${index}`)];
  expect(rowsOf(long, parts, state, known)).toEqual(long.filter((id) => id !== "a"));
});
