import { expect, test } from "vitest";
import { holdOf, parseSettings } from "./download-settings.ts";

const usual = parseSettings(undefined);

test("what is stored by another version or a broken disk counts as not set", () => {
  expect(usual).toEqual({ paused: false, onMetered: false, many: false, limit: null });
  expect(parseSettings({ paused: true, limit: -1, mood: "new" })).toEqual({ ...usual, paused: true });
  expect(parseSettings("x")).toEqual(usual);
});

test.each([
  ["nothing waits", { paused: true }, 0, true, undefined],
  ["nothing is in the way", {}, 200, false, undefined],
  ["the user paused", { paused: true, many: true, onMetered: true }, 1, false, "paused"],
  ["the connection is metered", {}, 1, true, "metered"],
  ["the user allows metered connections", { onMetered: true }, 1, true, undefined],
  ["there are many", { onMetered: true }, 201, false, "many"],
  ["the user agreed to many", { many: true }, 2_000, false, undefined],
])("what holds the downloads up (specification 17.10): %s", (_, change, waiting, isMetered, hold) => {
  expect(holdOf({ ...usual, ...change }, waiting, isMetered)).toBe(hold);
});
