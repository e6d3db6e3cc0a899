import { expect, test } from "vitest";
import { hasStored, storedCookie } from "./first-visit.ts";

test.each([
  ["offbeat-stored=1", true],
  ["a=b; offbeat-stored=1; c=d", true],
  ["a=offbeat-stored=1", false],
  ["offbeat-stored-once=1", false],
  ["", false],
  [undefined, false],
])("%s: %s", (cookies, has) => {
  expect(hasStored(cookies)).toBe(has);
});

test("the cookie ends with the browser where what it tells of does", () => {
  expect(storedCookie(false, false)).toBe("offbeat-stored=1; path=/; samesite=lax");
  expect(storedCookie(true, true)).toBe("offbeat-stored=1; path=/; samesite=lax; max-age=34560000; secure");
  expect(hasStored(storedCookie(true, true))).toBe(true);
});
