import { expect, test } from "vitest";
import { pickLanguage } from "./languages.ts";

// 20.21
test.each([
  [["de-AT", "en"], "de"],
  [["fr", "DE"], "de"],
  [["fr", "en-GB", "de"], "en"],
  [["fr"], "en"],
  [["den"], "en"],
  [[], "en"],
])("of %j it is %s", (wanted, language) => {
  expect(pickLanguage(["en", "de"], wanted)).toBe(language);
});
