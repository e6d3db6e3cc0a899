import { expect, test } from "vitest";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { startIndex } from "./start-index.ts";

const songs = ["a", "b", "c", "d"].map((_id) => ({ _id }) as SongSnapshot); // the rest is not read
const all = () => true;
const none = () => false;
const onlyBAndD = (id: string) => id === "b" || id === "d";

test("a list starts with its first song that can play", () => {
  expect(startIndex(songs, all)).toBe(0);
  expect(startIndex(songs, onlyBAndD)).toBe(1);
});

test("shuffled, it starts with any that can play", () => {
  const starts = [0, 0.49, 0.5, 0.999].map((value) => startIndex(songs, onlyBAndD, () => value));
  expect(starts).toEqual([1, 1, 3, 3]);
});

test("where none can play it starts all the same, for the player to say why", () => {
  expect(startIndex(songs, none)).toBe(0);
  expect(startIndex([], none)).toBe(0);
});
