import * as v from "valibot";
import { afterEach, describe, expect, test, vi } from "vitest";
import { FirstName, PlaylistForm, PlaylistPatch, SongForm } from "./validation.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const counted: [string, string, number][] = [
  ["letters and spaces", "Slow Tide", 9],
  ["a letter with a mark of its own", "e\u0301", 1],
  ["a family", "👩‍👩‍👧‍👦", 1],
  ["a heart drawn as a picture", "❤️", 1],
  ["a hand of some colour", "👋🏽", 1],
  ["Persian, which needs its joiners", "می‌خواهم", 7],
  ["Devanagari with a joiner", "क्‍ष".normalize(), 1],
  ["spaces of no width", "\u200b\u2060\ufeff", 0],
  ["joiners alone", "\u200d\u200c", 0],
  ["fillers of Hangul and Braille", "\u3164\uffa0\u115f\u2800", 0],
  ["marks of direction and of shape", "\u200e\u202e\u2066\ufe0f\u00ad", 0],
  ["letters between spaces of no width", "\u200ba\u200bb\u200b", 2],
];

describe.each([true, false])("with the browser's segmenter: %s", (hasSegmenter) => {
  test.each(counted)("%s are counted as people see them", async (_, text, count) => {
    if (!hasSegmenter) vi.stubGlobal("Intl", {});
    const { countCharacters } = await import("./characters.ts");
    expect(countCharacters(text)).toBe(count);
  });
});

test("the segmenter is made when a text is first counted, and once", async () => {
  vi.resetModules();
  let made = 0;
  class Counted extends Intl.Segmenter {
    constructor() {
      super("en");
      made += 1;
    }
  }
  vi.stubGlobal("Intl", { Segmenter: Counted });
  const { countCharacters } = await import("./characters.ts");
  expect(made).toBe(0);
  countCharacters("Slow");
  countCharacters("Tide");
  expect(made).toBe(1);
});

const song = (title: string) => {
  const { issues } = v.safeParse(SongForm, { title, artist: "Ada", genre: "Ska" }, { abortPipeEarly: true });
  return issues?.map(({ message }) => message) ?? [];
};

// 8.15
test("a title has two to eighty characters that are seen", () => {
  expect(song("\u200b\u200b\u200b")).toEqual(["The song title is required"]);
  expect(song(" \u2800\u3164 ")).toEqual(["The song title is required"]);
  expect(song("a\u200b\u200b")).toEqual(["Title must be at least 2 characters"]);
  expect(song("👩‍👩‍👧‍👦")).toEqual(["Title must be at least 2 characters"]);
  expect(song("می‌خواهم")).toEqual([]);
  expect(song("👋🏽".repeat(80))).toEqual([]);
  expect(song("👋🏽".repeat(81))).toEqual(["Title must be at most 80 characters"]);
  expect(song(`a${"\u0301".repeat(400)}b`)).toEqual(["Title must be at most 80 characters"]);
});

// 8.15
test("characters that turn the rest of a line around are taken out; marks and letters from right to left stay", () => {
  const hidden = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"].join("");
  const turned = `${hidden}3pm.\u202egnos${hidden} `;
  expect(v.parse(FirstName, turned)).toBe("3pm.gnos");
  expect(v.parse(SongForm, { title: turned, artist: turned, album: turned, genre: "Ska" })).toMatchObject({
    title: "3pm.gnos",
    artist: "3pm.gnos",
    album: "3pm.gnos",
  });
  const playlist = { title: turned, description: turned, private: true };
  expect(v.parse(PlaylistForm, playlist)).toMatchObject({ title: "3pm.gnos", description: "3pm.gnos" });
  expect(v.parse(PlaylistPatch, { title: turned })).toEqual({ title: "3pm.gnos" });
  expect(song(hidden)).toEqual(["The song title is required"]);
  expect(song(`a${hidden}`)).toEqual(["Title must be at least 2 characters"]);
  expect(song(`${"a".repeat(80)}${hidden.repeat(40)}`)).toEqual([]);
  expect(v.parse(FirstName, "\u200fעדה\u200e")).toBe("\u200fעדה\u200e");
});

// 8.15
test("so have names and descriptions, and what shows nothing is no album", () => {
  expect(v.is(FirstName, "\u200b\u200b")).toBe(false);
  const playlist = { title: "Shore", description: "\u200b\u200b", private: true };
  expect(v.is(PlaylistForm, playlist)).toBe(false);
  const { album } = v.parse(SongForm, {
    title: "Slow",
    artist: "Ada",
    genre: "Ska",
    album: "\u200b",
  });
  expect(album).toBeNull();
});

// 8.15: a text of which nothing can be seen is missing
test.each([
  ["the musical null notehead", "\u{1d159}"],
  ["the hieroglyphs' full blank", "\u{13441}"],
  ["the hieroglyphs' half blank", "\u{13442}"],
])("a name of %s alone is missing", (_, blank) => {
  expect.soft(v.safeParse(FirstName, blank.repeat(2)).issues?.[0].message).toBe("Your name is required");
  const form = { title: blank.repeat(2), description: "Songs", private: true };
  expect.soft(v.is(PlaylistForm, form)).toBe(false);
});
