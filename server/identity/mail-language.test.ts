import { expect, test } from "vitest";
import { mailLanguageOf } from "./mail-language.ts";

const languageOf = (accepted?: string, ofPage?: string) =>
  mailLanguageOf({ "accept-language": accepted, "x-firebase-locale": ofPage });

test.each([
  ["de", "de"],
  ["de-AT,en;q=0.5", "de"],
  ["en-GB,de;q=0.9", "en"],
  ["fr-FR, de;q=0.7, en;q=0.3", "de"],
  ["en;q=0.3, DE;q=0.7", "de"],
  ["de;q=0, en", "en"],
  ["fr", "en"],
  ["*", "en"],
  ["constructor, de;q=x", "en"],
  ["", "en"],
  [undefined, "en"],
])("%s reads %s", (accepted, language) => {
  expect(languageOf(accepted)).toBe(language);
});

test("the language that the page shows wins over the browser's", () => {
  expect(languageOf("en-GB", "de")).toBe("de");
  expect(languageOf("de", "en")).toBe("en");
  expect(languageOf("de", "xx")).toBe("de");
});
