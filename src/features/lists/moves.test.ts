import fc from "fast-check";
import { expect, test } from "vitest";
import { inOrder, moveId, stepTo, steps } from "./moves.ts";

const someIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 20 });
const idsAndTwo = someIds.chain((ids) =>
  fc.tuple(fc.constant(ids), fc.nat(ids.length - 1), fc.integer({ min: -3, max: ids.length + 3 })),
);
const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id);

test("a move puts the id at its place and leaves the others in their order", () => {
  fc.assert(
    fc.property(idsAndTwo, ([ids, from, place]) => {
      const id = ids[from] ?? "";
      const moved = moveId(ids, id, place);
      expect(moved.indexOf(id)).toBe(Math.min(Math.max(place, 0), ids.length - 1));
      expect(without(moved, id)).toEqual(without(ids, id));
    }),
  );
});

test("the move back restores the list", () => {
  fc.assert(
    fc.property(idsAndTwo, ([ids, from, place]) => {
      const id = ids[from] ?? "";
      expect(moveId(moveId(ids, id, place), id, from)).toEqual(ids);
    }),
  );
});

test("a move to the same index, or of an unknown id, returns the same list", () => {
  const ids = ["a", "b"];
  expect(moveId(ids, "b", 9)).toBe(ids);
  expect(moveId(ids, "x", 0)).toBe(ids);
  expect(moveId([], "x", 0)).toEqual([]);
});

test("steps lead to a neighbour or an end, never beyond", () => {
  expect(steps.map((step) => stepTo(step, 1, 4))).toEqual([0, 2, 0, 3]);
  expect(steps.map((step) => stepTo(step, 0, 1))).toEqual([0, 0, 0, 0]);
});

test("an older order sorts the ids that are still there and holds exactly the present ones", () => {
  fc.assert(
    fc.property(someIds, someIds, (ids, order) => {
      const sorted = inOrder(ids, order);
      expect([...sorted].sort()).toEqual([...ids].sort());
      const stayed = order.filter((id) => ids.includes(id));
      expect(sorted.filter((id) => order.includes(id))).toEqual(stayed);
    }),
  );
});

test("an id that joins meanwhile stands where it joined", () => {
  expect(inOrder(["new", "a", "b", "c"], ["c", "a", "b"])).toEqual(["new", "c", "a", "b"]);
  expect(inOrder(["a", "b", "new"], ["b", "a"])).toEqual(["b", "a", "new"]);
});
