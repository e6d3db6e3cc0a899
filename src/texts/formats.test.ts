import { expect, test, vi } from "vitest";
import { languages } from "./catalogues.ts";
import { createFormats, languageName } from "./formats.ts";

// 20.2
test("numbers, dates, lists and plurals are those of the language", () => {
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  const en = createFormats("en");
  const de = createFormats("de");
  const day = new Date(2026, 10, 22);
  expect([en.number(10_000.5), de.number(10_000.5)]).toEqual(["10,000.5", "10.000,5"]);
  expect([en.date(day), de.date(day)]).toEqual(["22 November 2026", "22. November 2026"]);
  expect([en.list(["a", "b", "c"]), de.list(["a", "b", "c"])]).toEqual(["a, b and c", "a, b und c"]);
  const forms = { one: "one", other: "other" };
  expect([0, 1, 2, 1.5].map((count) => en.plural(count, forms))).toEqual(["other", "one", "other", "other"]);
  vi.unstubAllGlobals();
});

test("a whole number below a thousand is written by its digits, as the browser does, without its tables", () => {
  const values = [0, 7, 42, 999, -1, 0.5, 1_000];
  for (const language of languages) {
    const { number } = createFormats(language);
    const made = vi.spyOn(Intl, "NumberFormat");
    values.slice(0, 4).map(number);
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
    expect(values.map(number)).toEqual(values.map((value) => new Intl.NumberFormat(language).format(value)));
  }
});

test("sizes are in the unit in which people count them", () => {
  const de = createFormats("de");
  expect(
    [0, 440_000, 999_600, 9_960_000, 12_300_000, 999_400_000, 1_250_000_000].map((size) =>
      de.bytes(size).replace(/\s/, " "),
    ),
  ).toEqual(["0 kB", "440 kB", "1 MB", "10 MB", "12 MB", "999 MB", "1,3 GB"]);
});

test("a region that the browser asks for decides the details", () => {
  const inRegion = (...languages: string[]) => {
    vi.stubGlobal("navigator", { languages });
    const formats = createFormats("de");
    const written = formats.number(1234567.5);
    vi.unstubAllGlobals();
    return written;
  };
  expect(inRegion("en-US", "de-CH")).toMatch(/^1\D234\D567\.5$/);
  expect(inRegion("en-US")).toBe("1.234.567,5");
});

test("plural rules that a language has beyond one and other are asked for", () => {
  const ru = createFormats("ru");
  const forms = { one: "песня", few: "песни", many: "песен", other: "песни" };
  expect([1, 2, 5].map((count) => ru.plural(count, forms))).toEqual(["песня", "песни", "песен"]);
});

test("a language calls itself by its own name", () => {
  expect(["en", "de", "fr"].map(languageName)).toEqual(["English", "Deutsch", "Français"]);
});

// 20.2. Chromium on Linux and in containers (LANG=en_US.POSIX, LANG unset) says "en-US@posix", which is no language tag.
test.each([
  ["en", ["en-US@posix"]],
  ["en", ["en-US@posix", "en"]],
  ["de", ["de-DE@posix"]],
])("%s in a browser whose languages are %j counts and writes", (language, languages) => {
  vi.stubGlobal("navigator", { languages });
  const { plural, number, list, bytes, dateTime } = createFormats(language);
  expect.soft(() => plural(1, { one: "1 song", other: "songs" })).not.toThrow();
  expect.soft(() => number(1_234)).not.toThrow();
  expect.soft(() => list(["a", "b"])).not.toThrow();
  expect.soft(() => bytes(1_000)).not.toThrow();
  expect.soft(() => dateTime(0)).not.toThrow();
  vi.unstubAllGlobals();
});
