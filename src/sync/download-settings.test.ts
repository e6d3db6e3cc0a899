import { expect, test } from "vitest";
import { openDatabase } from "../db/database.ts";
import { changeSettings, holdOf, parseSettings, readSettings } from "./download-settings.ts";

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

test("a change leaves what only another version knows (specification 17.43)", async () => {
  const db = openDatabase("ada");
  await db.settings.put({ name: "downloads", value: { paused: true, limit: "large", mood: "new" } });
  await changeSettings(db, { paused: false });
  expect((await db.settings.get("downloads"))?.value).toEqual({ paused: false, limit: "large", mood: "new" });
  await db.settings.put({ name: "downloads", value: "x" });
  await changeSettings(db, { many: true });
  expect(await readSettings(db)).toEqual({ ...usual, many: true });
  await db.delete();
});
