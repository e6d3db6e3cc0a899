import { expect, test } from "vitest";
import { changedIds, createLimit, reasonsOf, isReordered } from "./wanted-lists.ts";

const favourites = { name: "favourites", ids: ["a", "b"] };
const shore = { name: "shore", ids: ["c", "b", "b"] };

test("songs stand in the order of the lists, each once with all its reasons", () => {
  expect([...reasonsOf([favourites, shore])]).toEqual([
    ["a", ["favourites"]],
    ["b", ["favourites", "shore"]],
    ["c", ["shore"]],
  ]);
  expect([...reasonsOf([favourites, shore], new Set(["b"]))]).toEqual([["b", ["favourites", "shore"]]]);
});

test("what joined or left any list has changed, also with a whole list", () => {
  expect(changedIds([favourites], [favourites])).toEqual(new Set());
  expect(changedIds([favourites], [{ ...favourites, ids: ["b", "a"] }])).toEqual(new Set());
  expect(changedIds([favourites], [{ ...favourites, ids: ["b", "d"] }])).toEqual(new Set(["a", "d"]));
  expect(changedIds([favourites], [favourites, shore])).toEqual(new Set(["b", "c"]));
  expect(changedIds([favourites, shore], [favourites])).toEqual(new Set(["b", "c"]));
});

test("an order is told from what is as it was", () => {
  const list = (...ids: string[]) => [{ name: "favourites", ids }];
  expect(isReordered(list("a", "b"), list("a", "b"))).toBe(false);
  expect(isReordered(list("a", "b"), list("b", "a"))).toBe(true);
  expect(isReordered(list("a"), list("a", "b"))).toBe(true);
  expect(isReordered([], list())).toBe(false);
});

test("the first songs fit into a limit, and one that is too large leaves its room (specification 17.58)", () => {
  expect([40, 70, 60, 1].map(createLimit(100))).toEqual([true, false, true, false]);
  expect([40, 70, 60, 1].map(createLimit(null))).toEqual([true, true, true, true]);
});
