/** Every language says everything that English says, of the same things. */
import { describe, expect, test } from "vitest";
import { languages, loadCatalogue } from "./catalogues.ts";
import { catalogue as english } from "./en.ts";

/** Texts, and functions that make texts, by their path. */
function flatten(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => flatten(part, path === "" ? key : `${path}.${key}`));
}

/** Words of the catalogue: neither its tools (sentences.test.ts) nor keys of the keyboard, which have names of their own. */
const words = (catalogue: object) =>
  new Map(flatten(catalogue).filter(([path]) => !/^format\.|\bsentence$|^player\.shortcuts\.\d+\.0\./.test(path)));

type Make = (...values: unknown[]) => string;

/** Which of its values a text shows. Each is a number of its own: as such, as the only name of a list, or as a name. */
function shownValues(make: Make): number[] {
  const marks = Array.from({ length: make.length }, (_, at) => 7001 + at);
  const text = firstThatWorks(
    () => make(...marks),
    () => make(...marks.map((mark) => [String(mark)])),
    () => make(...marks.map(String)),
  );
  const digits = text.replace(/(?<=\d)[.,’\s](?=\d{3})/g, "");
  return marks.filter((mark) => digits.includes(String(mark)));
}

function firstThatWorks(...tries: (() => string)[]): string {
  for (const one of tries) {
    try {
      return one();
    } catch {
      // Another kind of value.
    }
  }
  throw new Error("A text takes values of no kind that is known here");
}

const others = languages.filter((language) => language !== "en");
test("there is German", () => expect(others).toContain("de"));

describe.each(others)("%s", (language) => {
  const load = async () => words(await loadCatalogue(language));
  const own = words(english);

  // 20.2
  test("has the same texts", async () => {
    expect([...(await load()).keys()].sort()).toEqual([...own.keys()].sort());
  });

  test("shows the same values in each", async () => {
    for (const [path, text] of await load()) {
      const expected = own.get(path);
      expect([path, typeof text]).toEqual([path, typeof expected]);
      if (typeof text !== "function") continue;
      // Checked above: both are functions of the catalogue.
      expect([path, shownValues(text as Make)]).toEqual([path, shownValues(expected as Make)]);
    }
  });

  test("is translated", async () => {
    const same = [...(await load())].filter(
      ([path, text]) => text === own.get(path) && /\S\s+\S+\s+\S/.test(String(text)) && typeof text === "string",
    );
    expect(same).toEqual([]);
  });

  test("has something to say of none, one and many", async () => {
    for (const [path, text] of await load()) {
      if (typeof text === "string") expect([path, text.trim()]).not.toEqual([path, ""]);
      if (typeof text !== "function") continue;
      for (const count of [0, 1, 2, 5]) {
        let said: string;
        try {
          said = (text as Make)(...Array.from({ length: text.length }, () => count));
        } catch {
          continue; // It takes a list.
        }
        expect([path, /undefined|NaN|^$/.test(said)]).toEqual([path, false]);
      }
    }
  });
});

// 20.2
test("a German verb agrees with its count", async () => {
  const { playlistForm } = await loadCatalogue("de");
  expect(playlistForm.withSongs(1)).toBe("1 Song aus der Warteschlange kommt hinein.");
  expect(playlistForm.withSongs(2)).toBe("2 Songs aus der Warteschlange kommen hinein.");
});

// 20.2
test("sizes, numbers and lists follow the language's rules wherever they stand", async () => {
  const german = await loadCatalogue("de");
  const plain = (text: string) => text.replaceAll(/\s/g, " ");
  expect(plain(german.widgets.bytes(3_400_000))).toBe("3,4 MB");
  expect(plain(english.widgets.bytes(3_400_000))).toBe("3.4 MB");
  expect(plain(english.files.tooLarge(12_600_000)), "what is said fits").toMatch(/ 12 MB /);
  expect(english.uploads.doubled(["a.mp3", "b.mp3"])).toBe("Chosen already: a.mp3 and b.mp3.");
  expect(english.uploads.songsToSend(1000)).toBe("1,000 songs");
  expect(english.lists.moved(1000, 2000)).toBe("Moved to 1,000 of 2,000");
  expect(english.playlistForm.more(1000)).toBe("and 1,000 more");
});

test("a German ellipsis stands apart from the word before it", async () => {
  const tight = [...words(await loadCatalogue("de"))].filter(([, text]) => /\w…/.test(String(text)));
  expect(tight).toEqual([]);
});
