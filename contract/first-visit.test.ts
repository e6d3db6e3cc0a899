import { expect, test } from "vitest";
import { storedCookie, valueOf, visitorLook } from "./first-visit.ts";

// 3.2.15
test.each([
  ["offbeat-stored=1", undefined],
  ["a=b; offbeat-stored=1; c=d", undefined],
  ["offbeat-stored=sepia", undefined],
  ["offbeat-stored=dark;a=1", { theme: "dark" }],
  ["a=b; offbeat-stored=light.de", { theme: "light", language: "de" }],
  ["offbeat-stored=.pt-BR", { language: "pt-BR" }],
  ["a=offbeat-stored=1", {}],
  ["offbeat-stored-once=1", {}],
  ["offbeat-stored=", {}],
  ["", {}],
  [undefined, {}],
])("%s: %o", (cookies, look) => {
  expect(visitorLook(cookies)).toEqual(look);
});

test.each([
  [{ isSignedIn: true, theme: "dark" } as const, "1"],
  [{ isSignedIn: false, theme: "dark" } as const, "dark"],
  [{ isSignedIn: false, theme: "light", language: "de" } as const, "light.de"],
  [{ isSignedIn: false, language: "de" }, ".de"],
  [{ isSignedIn: false }, undefined],
])("%o is %s", (stored, value) => {
  expect(valueOf(stored)).toBe(value);
});

test("the cookie ends with the browser where what it tells of does, and at once where nothing is left", () => {
  expect(storedCookie("1", false, false)).toBe("offbeat-stored=1; path=/; samesite=lax");
  expect(storedCookie("dark", true, true)).toBe("offbeat-stored=dark; path=/; samesite=lax; max-age=34560000; secure");
  expect(storedCookie(undefined, true, false)).toBe("offbeat-stored=; path=/; samesite=lax; max-age=0");
});
