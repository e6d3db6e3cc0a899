import { expect, test } from "vitest";
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
