import { expect, test } from "vitest";
import { type Entries, findIn, toSearchableEntries, withMore } from "./merge-found.ts";

const song = (_id: string, title: string) => ({
  _id,
  title,
  artist: "Ada",
  genre: "Ska",
  songImage: null,
  duration: 61,
});
const artist = (uid: string, userName: string) => ({ uid, userName, profileImage: null });
const playlist = (_id: string, title: string) => ({ _id, title, playlistImage: null });
const entries = (some: Partial<Entries>): Entries => ({ artists: [], songs: [], playlists: [], ...some });

const titles = (base: Partial<Entries>, more: Partial<Entries>[], query: string) =>
  findIn(withMore(toSearchableEntries(entries(base)), more.map(entries)), query, 10).songs.hits.map(
    ({ title }) => title,
  );

test("artists are found by name, songs and playlists by title", () => {
  const base = entries({
    artists: [artist("1", "Tide Turner"), artist("2", "Ada")],
    songs: [song("1", "Slow Tide"), song("2", "Ada's Song")],
    playlists: [playlist("1", "tides")],
  });
  const { artists, songs, playlists } = findIn(toSearchableEntries(base), "tide", 10);
  expect([artists.hits[0]?.uid, songs.hits[0]?._id, playlists.hits[0]?._id]).toEqual(["1", "1", "1"]);
  expect([artists.total, songs.total, playlists.total]).toEqual([1, 1, 1]);
});

test("what the server adds stands behind what is shown and fits as well; exact hits come first wherever they are from", () => {
  const base = { songs: [song("1", "Tide Pool"), song("2", "Low Tide")] };
  const more = [{ songs: [song("3", "Tide Over"), song("4", "Tide"), song("5", "High Tide")] }];
  expect(titles(base, [], "tide")).toEqual(["Tide Pool", "Low Tide"]);
  expect(titles(base, more, "tide")).toEqual(["Tide", "Tide Pool", "Tide Over", "Low Tide", "High Tide"]);
});

test("a hit of index and server, or of two answers, stands there once, as the index has it", () => {
  const base = { songs: [song("1", "Tide")] };
  const more = [{ songs: [song("1", "Tide (old)"), song("2", "Tide B")] }, { songs: [song("2", "Tide B")] }];
  expect(titles(base, more, "tide")).toEqual(["Tide", "Tide B"]);
});

test("an answer to an earlier query never shows what the present one does not match", () => {
  const earlier = [{ songs: [song("1", "Tide"), song("2", "Tint")] }];
  expect(titles({}, earlier, "tid")).toEqual(["Tide"]);
});
