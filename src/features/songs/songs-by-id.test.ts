import { expect, test } from "vitest";
import { lackingParts, lacksSongs, partsOf } from "./songs-by-id.ts";

const id = (index: number) => `01890a5d-ac96-774b-bcce-${(index * 7919).toString(16).padStart(12, "0")}`;
const ids = (count: number) => Array.from({ length: count }, (_, index) => id(index));

test("a short list is one query, a long one a power of two of them", () => {
  expect(partsOf(ids(64)).length).toBe(1);
  expect(partsOf(ids(65)).length).toBe(2);
  expect(partsOf(ids(10_000)).length).toBe(256);
  expect(partsOf([])).toEqual([]);
});

test("every id is in one part", () => {
  expect(
    partsOf(ids(1_000))
      .flatMap((part) => part.ids)
      .sort(),
  ).toEqual(ids(1_000).sort());
});

test("a song more changes one part and no name", () => {
  const before = new Map(partsOf(ids(300)).map((part) => [part.name, part.ids.join()]));
  const after = partsOf(ids(301));
  expect(after.filter((part) => before.get(part.name) !== part.ids.join()).length).toBe(1);
});

test("a part that lacks songs is asked again, but not while it is, nor right after a refusal", () => {
  const parts = [{ name: "0/1", ids: ["a", "b"] }];
  const lacking = (change: object) => lackingParts(parts, [{ asked: ["a"], idle: true, failed: false, ...change }]);
  expect(lacking({})).toEqual([0]);
  expect(lacking({ asked: ["a", "b"] })).toEqual([]);
  expect(lacking({ asked: undefined })).toEqual([]);
  expect(lacking({ idle: false })).toEqual([]);
  expect(lacking({ failed: true })).toEqual([]);
});

test("a list is whole when what was never answered lies on the device", () => {
  const parts = [
    { name: "0/2", ids: ["a"] },
    { name: "1/2", ids: ["b", "c"] },
  ];
  const gone = { asked: ["a"], songs: [] };
  const lacks = (known: string[]) => lacksSongs(parts, [gone, undefined], new Map(known.map((one) => [one, one])));
  expect(lacks(["b"])).toBe(true);
  expect(lacks(["b", "c"])).toBe(false);
});
