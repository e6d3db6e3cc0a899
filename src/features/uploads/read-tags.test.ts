import { beforeEach, expect, test, vi } from "vitest";
import { readTags } from "./read-tags.ts";

beforeEach(() => void vi.spyOn(console, "info").mockImplementation(() => {}));

const latin = (text: string) => [...text].map((character) => character.charCodeAt(0));
const bytesOf = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
const atom = (name: string, ...body: (readonly number[])[]): number[] => {
  const inner = body.flat();
  return [...bytesOf(inner.length + 8), ...latin(name), ...inner];
};
/** A tag of an .m4a; type 1 is text, 21 an integer, 0 what the tag's name says. */
const tag = (name: string, type: number, value: readonly number[]) =>
  atom(name, atom("data", bytesOf(type), bytesOf(0), value));
const m4a = (...tags: number[][]) =>
  new File(
    [
      new Uint8Array([
        ...atom("ftyp", latin("M4A "), bytesOf(0), latin("M4A mp42isom")),
        ...atom("moov", atom("udta", atom("meta", bytesOf(0), atom("ilst", ...tags)))),
        ...atom("mdat", [1, 2, 3, 4]),
      ]),
    ],
    "07 - Slow_tide.m4a",
    { type: "audio/mp4" },
  );

const home = tag("\u00a9nam", 1, latin("Home"));

// 4.9
test.each([
  ["text", [home, tag("\u00a9gen", 1, latin("Rock"))], { title: "Home", genre: "Rock" }],
  ["a title that is a number", [tag("\u00a9nam", 21, [0x07, 0xcf])], { title: "Slow tide", genre: "" }],
  ["a genre of the list that there is not", [home, tag("gnre", 0, [0, 0])], { title: "Home", genre: "" }],
  ["a genre that is a number", [home, tag("gnre", 21, [0, 18])], { title: "Home", genre: "" }],
])("a file with %s in its tags fills the form, else its name does", async (_, tags, expected) => {
  const { fields } = await readTags(m4a(...tags));
  expect(fields).toEqual({ artist: "", album: "", ...expected });
});

// 4.9
test("a file without readable tags is named by its name", async () => {
  const { fields, cover } = await readTags(new File(["no sound"], "03 - Slow_tide.mp3"));
  expect(fields).toEqual({ title: "Slow tide", artist: "", album: "", genre: "" });
  expect(cover).toBeNull();
});
