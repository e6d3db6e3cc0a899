import { expect, test, vi } from "vitest";
import { weakMemoize } from "./weak-memoize.ts";

test("derives once per object, also nothing, and anew for an equal object", () => {
  const derive = vi.fn<(ids: readonly string[]) => Set<string> | undefined>((ids) =>
    ids.length === 0 ? undefined : new Set(ids),
  );
  const setOf = weakMemoize(derive);
  const ids = ["a"];
  expect(setOf(ids)).toBe(setOf(ids));
  expect(setOf(["a"])).not.toBe(setOf(ids));
  const none: string[] = [];
  expect([setOf(none), setOf(none)]).toEqual([undefined, undefined]);
  expect(derive).toHaveBeenCalledTimes(3);
});
