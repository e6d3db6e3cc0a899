import { describe, expect, it } from "vitest";
import { genres } from "../../../contract/rules/genres.ts";
import { fieldsOfTags, titleOfName } from "./fields-of-tags.ts";
import { genreOfTag } from "./genre-of-tag.ts";

describe("genre of a tag (specification 8.14)", () => {
  // 4.4
  it("knows each of the 17 in any case", () => {
    for (const genre of genres) {
      expect(genreOfTag([genre])).toBe(genre);
      expect(genreOfTag([genre.toUpperCase()])).toBe(genre);
    }
  });

  it.each([
    ["EDM", "Electronic dance music (EDM)"],
    ["edm", "Electronic dance music (EDM)"],
    ["R&B", "Rhythm & blues (R&B)"],
    ["RnB", "Rhythm & blues (R&B)"],
    ["Rhythm and Blues", "Rhythm & blues (R&B)"],
    ["hip hop", "Hip-hop"],
    ["HipHop", "Hip-hop"],
    ["Hip-Hop/Rap", "Hip-hop"],
    ["KPop", "K-pop"],
    ["Drum & Bass", "Electronic dance music (EDM)"],
    ["Rock & Roll", "Rock"],
    ["Unheard; Reggae", "Reggae"],
    ["Blues\0Jazz", "Jazz"],
  ])("%j is %s", (tag, genre) => {
    expect(genreOfTag([tag])).toBe(genre);
  });

  it("takes the first that it knows, and none rather than a wrong one", () => {
    expect(genreOfTag(["Speech", "Folk", "Rock"])).toBe("Folk");
    expect(genreOfTag(["Poprock-ish thing"])).toBeUndefined();
    expect(genreOfTag([])).toBeUndefined();
    expect(genreOfTag(undefined)).toBeUndefined();
  });
});

describe("fields of a file's tags (specification 4.9)", () => {
  it("takes title, artist, album and genre", () => {
    const tags = { title: " Slow  Tide\0", artist: "Ana", album: "Harbour", genre: ["Ska"] };
    expect(fieldsOfTags(tags, "x.mp3")).toEqual({
      title: "Slow Tide",
      artist: "Ana",
      album: "Harbour",
      genre: "Ska",
    });
  });

  it("has other tags for the artist, and the name for the title", () => {
    expect(fieldsOfTags({ artists: ["Ana", "Bo"] }, "07. x.flac").artist).toBe("Ana, Bo");
    expect(fieldsOfTags({ albumartist: "Bo" }, "x.flac").artist).toBe("Bo");
    expect(fieldsOfTags({ title: "\0 " }, "07. Slow_tide.flac").title).toBe("Slow tide");
  });

  it.each([
    ["03 - Slow_tide.mp3", "Slow tide"],
    ["12 Slow tide.mp3", "Slow tide"],
    ["1999.mp3", "1999"],
    ["99 - .mp3", "99 -"],
    ["no extension", "no extension"],
    ["Vol. 2.opus", "Vol. 2"],
    [".mp3", ""],
  ])("%j is named %j", (name, title) => {
    expect(titleOfName(name)).toBe(title);
  });
});

it("a tag that ends in the middle of a character leaves no half of it in a field", () => {
  const half = "Tide \u{1F30A}".slice(0, -1);
  expect(fieldsOfTags({ title: half, artist: half, album: half }, "a.mp3")).toMatchObject({
    title: "Tide",
    artist: "Tide",
    album: "Tide",
  });
});

// 4.9, 8.7
it("a tag as long as a book fills its field with more than that takes, and not with all of it", () => {
  const book = "Tide ".repeat(12_800);
  const { title, artist, album } = fieldsOfTags({ title: book, artists: [book, book], album: book }, "a.mp3");
  for (const text of [title, artist, album]) {
    expect(text.length).toBeGreaterThan(80 * 4);
    expect(text.length).toBeLessThan(1_000);
  }
});
