import { expect, test } from "vitest";
import { catalogue as german } from "./de.ts";
import { catalogue as english } from "./en.ts";
import { inSentence, inToast } from "./in-toast.ts";

test("a title in a toast is cut between what people see as characters", () => {
  expect(inToast("Slow Tide")).toBe("Slow Tide");
  expect(inToast("a".repeat(40))).toBe("a".repeat(40));
  expect(inToast("a".repeat(41))).toBe(`${"a".repeat(39)}…`);
  const family = "👨‍👩‍👧";
  expect(inToast(family.repeat(80))).toBe(`${family.repeat(39)}…`);
});

test("a title from right to left does not turn the sentence around it", () => {
  expect(inToast("שיר ארוך")).toBe("\u2068שיר ארוך\u2069");
  expect(inSentence("שיר")).toBe("\u2068שיר\u2069");
  // Stored before such characters were taken out.
  expect(inSentence("\u202e3pm.gnos")).toBe("3pm.gnos");
  expect(inToast("\u2067שיר")).toBe("\u2068שיר\u2069");
});

// 8.15: where a name is shown, its direction ends with it
test.each([
  ["Adlam (Fula)", "𞤀𞤣𞤤𞤢𞤥"],
  ["Hanifi Rohingya", "𐴀𐴁𐴂"],
  ["Old Turkic", "𐱅𐰇𐰼𐰰"],
])("a name in %s does not turn the sentence around it", (_, name) => {
  expect(inSentence(name)).toBe(`\u2068${name}\u2069`);
  expect(inToast(name)).toBe(`\u2068${name}\u2069`);
});

// 8.15
test.each([
  "upload",
  "like",
  "unlike",
  "follow",
  "unfollow",
  "order",
  "createPlaylist",
  "editPlaylist",
  "deletePlaylist",
] as const)("a name from right to left does not turn the words around it in the list of changes: %s", (kind) => {
  for (const { changes } of [english, german])
    expect(changes[kind]("שיר (Live) 2")).toContain("\u2068שיר (Live) 2\u2069");
});
