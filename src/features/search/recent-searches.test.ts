import { expect, test } from "vitest";
import { withRecent } from "./recent-searches.ts";

// 3.8.3
test.each([
  [["a"], "b", ["b", "a"]],
  [["a", "Tide", "b"], " tide ", ["tide", "a", "b"]],
  [["a"], "  ", ["a"]],
  [["1", "2", "3", "4", "5", "6", "7", "8"], "9", ["9", "1", "2", "3", "4", "5", "6", "7"]],
])("%j and %j make %j", (recent, text, next) => {
  expect(withRecent(recent, text)).toEqual(next);
});
