import { expect, test } from "vitest";
import { isTooDeep } from "./json-depth.ts";

test.each([
  ["a body of the contract", '{"song":{"title":"a"},"ids":["b"]}', false],
  ["lists in lists", `${"[".repeat(32)}${"]".repeat(32)}`, false],
  ["one list more", `${"[".repeat(33)}${"]".repeat(33)}`, true],
  ["objects", '{"a":'.repeat(33), true],
  ["lists beside each other", `[${"[],".repeat(99)}[]]`, false],
  ["brackets in text", JSON.stringify("[{".repeat(99)), false],
  ["brackets behind a quote in text", JSON.stringify(`"${"[".repeat(99)}`), false],
  ["brackets behind a backslash in text", `["\\\\", "${"[".repeat(99)}"]`, false],
  ["brackets behind text that ends in a backslash", `["\\\\",${"[".repeat(99)}`, true],
])("%s", (_, json, tooDeep) => {
  expect(isTooDeep(json)).toBe(tooDeep);
});
