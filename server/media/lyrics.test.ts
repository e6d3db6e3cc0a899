/** Specification 15.25. */
import { describe, expect, test } from "vitest";
import { lyricsLimits } from "../../contract/rules/limits.ts";
import { lyricsOf } from "./lyrics.ts";

const tagged = (id: string, ...values: unknown[]) =>
  lyricsOf({ native: { any: values.map((value) => ({ id, value })) } });
const text = (value: string) => tagged("LYRICS", value);
const words = (lines: ReturnType<typeof lyricsOf>) => lines?.map((line) => line.text);

describe("text", () => {
  test("comes line by line, without empty ends, with one empty line between verses", () => {
    expect(text("\n\nOne\r\nTwo\r\r\r\nThree\n\n")).toEqual([
      { at: null, text: "One" },
      { at: null, text: "Two" },
      { at: null, text: "" },
      { at: null, text: "Three" },
    ]);
  });

  test("of nothing but space is none, and so is a tag of another form", () => {
    expect(text("  \n \n")).toBeNull();
    expect(tagged("LYRICS", 7)).toBeNull();
    expect(tagged("USLT", { text: 7 })).toBeNull();
    expect(tagged("SYLT", { timeStampFormat: 1, syncText: [{ text: "a", timestamp: 1 }] })).toBeNull();
    expect(tagged("COMM", { text: "A comment" })).toBeNull();
  });

  test("loses what is no letter", () => {
    expect(words(text("One\u0000\u0007two\u009b"))).toEqual(["One two"]);
  });
});

describe("LRC", () => {
  test("has times to the second, the hundredth and the thousandth, several for a refrain, in order", () => {
    expect(text("[01:00]Last\n[00:02.5][00:30.25]Refrain\n[00:01.125] First")).toEqual([
      { at: 1.125, text: "First" },
      { at: 2.5, text: "Refrain" },
      { at: 30.25, text: "Refrain" },
      { at: 60, text: "Last" },
    ]);
  });

  test("drops properties, lines without a time and times of words, and keeps empty lines: they are pauses", () => {
    expect(text("[ar:Ada]\nby somebody\n[00:01.00]<00:01.00>One <00:01.50>two\n[00:04.00]")).toEqual([
      { at: 1, text: "One two" },
      { at: 4, text: "" },
    ]);
  });

  test("comes sooner by a positive offset, never before the start", () => {
    expect(text("[offset:+500]\n[00:00.20]a\n[00:02.00]b")?.map(({ at }) => at)).toEqual([0, 1.5]);
  });

  test("in USLT counts as well, and is preferred to plain text", () => {
    expect(tagged("USLT", { text: "One" }, { text: "[00:01.00]One" })).toEqual([{ at: 1, text: "One" }]);
  });
});

describe("SYLT", () => {
  const sylt = (...syncText: [timestamp: number, text: string][]) =>
    tagged("SYLT", { timeStampFormat: 2, syncText: syncText.map(([timestamp, word]) => ({ timestamp, text: word })) });

  test("of lines stays as it is; of syllables it is joined at the line breaks", () => {
    expect(sylt([2000, "Two"], [1000, "One"])).toEqual([
      { at: 1, text: "One" },
      { at: 2, text: "Two" },
    ]);
    expect(sylt([1000, "\nO"], [1100, "ne"], [2000, "\nTwo"])).toEqual([
      { at: 1, text: "One" },
      { at: 2, text: "Two" },
    ]);
  });

  test("of chords, trivia or addresses is none", () => {
    const of = (contentType: number) =>
      words(tagged("SYLT", { contentType, timeStampFormat: 2, syncText: [{ timestamp: 0, text: "Am7" }] }));
    expect([0, 1, 2].map(of)).toEqual([["Am7"], ["Am7"], ["Am7"]]);
    expect([3, 4, 5, 6, 7, 8].map(of)).toEqual(Array(6).fill(undefined));
  });
});

test("no half of a character is kept, of a tag or of a cut", () => {
  expect(words(text("la \ud800 la"))).toEqual(["la   la"]);
  const lines = `${"a".repeat(199)}\n`.repeat(199);
  const cut = text(`${lines}${"b".repeat(199)}\u{1F600}`);
  expect(cut?.at(-1)?.text).toMatch(/^b+$/);
});

test("a file cannot fill the library with words", () => {
  const long = text(Array.from({ length: 5_000 }, (_, line) => `${line} ${"x".repeat(2_000)}`).join("\n"));
  expect(long?.length).toBeLessThanOrEqual(lyricsLimits.lines);
  expect(long?.every((line) => line.text.length <= lyricsLimits.line)).toBe(true);
  expect(words(long)?.join("").length).toBeLessThanOrEqual(lyricsLimits.characters);
  const syllables = Array.from({ length: 200_000 }, (_, index) => ({
    text: index === 0 ? "\na" : "a",
    timestamp: index,
  }));
  expect(words(tagged("SYLT", { timeStampFormat: 2, syncText: syllables }))?.join("")).toHaveLength(lyricsLimits.line);
  const refrains = text(`${"[00:01.00]".repeat(3_000)}la`);
  expect(refrains?.length).toBeLessThanOrEqual(lyricsLimits.lines);
});
