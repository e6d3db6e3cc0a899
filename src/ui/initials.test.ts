import { expect, test } from "vitest";
import { initialsOf, initialsOfTitle } from "./initials.ts";

test.each([
  ["Mika Alder", "MA"],
  ["Mika van Alder", "MA"],
  ["Anna Meyer-Schulz", "AM"],
  ["Jean-Luc - Moreau", "JM"],
  ["  mika ", "M"],
  ["", ""],
  ["ßen Mika", "SM"],
])("the initials of %j are %j", (name, initials) => expect(initialsOf(name)).toBe(initials));

test.each([
  ["Late for the Ferry", "LF"],
  ["(Remix) Ferry", "RF"],
  ["A-side", "AS"],
  ["99 Luftballons", "9L"],
  ["東京の夜", "東"],
  ["أغنية الليل", "أ"],
  ["🎷🎷", ""],
])("the initials of the title %j are %j", (title, initials) => expect(initialsOfTitle(title)).toBe(initials));
