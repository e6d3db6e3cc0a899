import { expect, test } from "vitest";
import type { Operation } from "../../../contract/outbox-operations.ts";
import type { OutboxView } from "../../db/outbox-table.ts";
import {
  type Entries,
  findIn,
  kindsInOrder,
  sameLimits,
  toSearchableEntries,
  withMore,
  withQueued,
} from "./merge-found.ts";

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
  findIn(withMore(toSearchableEntries(entries(base)), more.map(entries)), query, sameLimits(10)).songs.hits.map(
    ({ title }) => title,
  );

// 3.8.1
test("artists are found by name, songs and playlists by title", () => {
  const base = entries({
    artists: [artist("1", "Tide Turner"), artist("2", "Ada")],
    songs: [song("1", "Slow Tide"), song("2", "Ada's Song")],
    playlists: [playlist("1", "tides")],
  });
  const { artists, songs, playlists } = findIn(toSearchableEntries(base), "tide", sameLimits(10));
  expect([artists.hits[0]?.uid, songs.hits[0]?._id, playlists.hits[0]?._id]).toEqual(["1", "1", "1"]);
  expect([artists.total, songs.total, playlists.total]).toEqual([1, 1, 1]);
});

// 3.8.7
test("kinds without a hit stand last, and where they are while more may come", () => {
  const base = entries({ songs: [song("1", "Slow Tide")], playlists: [playlist("1", "tides")] });
  const found = findIn(toSearchableEntries(base), "tide", sameLimits(10));
  expect(kindsInOrder(found, false)).toEqual(["songs", "playlists", "artists"]);
  expect(kindsInOrder(found, true)).toEqual(["artists", "songs", "playlists"]);
});

// 3.8.2, 3.8.4
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

// 3.8.2
test("of two answers of the server the newest counts", () => {
  expect(titles({}, [{ songs: [song("1", "Undertide")] }, { songs: [song("1", "Tide Over")] }], "tide")).toEqual([
    "Undertide",
  ]);
});

test("an answer to an earlier query never shows what the present one does not match", () => {
  const earlier = [{ songs: [song("1", "Tide"), song("2", "Tint")] }];
  expect(titles({}, earlier, "tid")).toEqual(["Tide"]);
});

const row = (operation: Operation, fields: object = {}) => ({ state: "waiting", operation, ...fields });
const outbox = (...rows: object[]) => ({ rows, unreadable: [] }) as unknown as OutboxView; // all that is used of it
const create = (playlistId: string, title: string): Operation => ({
  kind: "create-playlist",
  playlistId,
  playlist: { title, description: "", private: true },
});
const edit = (playlistId: string, fields: { title?: string }): Operation => ({
  kind: "edit-playlist",
  playlistId,
  playlist: fields,
});

test("a playlist that the server has not heard of is found, an edited one by its new title, a deleted one no more", () => {
  const base = toSearchableEntries(entries({ playlists: [playlist("1", "Tide"), playlist("2", "Tide Two")] }));
  const found = (...rows: object[]) =>
    findIn(withQueued(base, 5, outbox(...rows)), "tide", sameLimits(10)).playlists.hits.map(({ _id, title }) => [
      _id,
      title,
    ]);
  const made = row(create("3", "Spring Tide"));
  expect(found(made, row(edit("3", { title: "Neap Tide" })))).toEqual([
    ["1", "Tide"],
    ["2", "Tide Two"],
    ["3", "Neap Tide"],
  ]);
  expect(found(row(edit("1", { title: "Shore" })), row({ kind: "delete-playlist", playlistId: "2" }))).toEqual([]);
  expect(found(row(edit("1", {})), row(edit("9", { title: "Tide Nine" })))).toEqual([
    ["1", "Tide"],
    ["2", "Tide Two"],
  ]);
  // Confirmed since the index was asked for, and before; refused.
  expect(found({ ...made, state: "acked", ackSeq: 6 })).toHaveLength(3);
  expect(found({ ...made, state: "acked", ackSeq: 5 })).toHaveLength(2);
  expect(found({ ...made, state: "attention" })).toHaveLength(2);
  expect(withQueued(base, 5, outbox(row({ kind: "like", songId: "1", liked: true })))).toBe(base);
});

// 3.8.2
test("of those that fit as well, playlists that the server has not heard of stand first, the newest of them before", () => {
  const playlists = [4, 3, 2, 1].map((n) => playlist(`${n}`, `Mix ${n}`));
  const all = withQueued(
    toSearchableEntries(entries({ playlists })),
    0,
    outbox(row(create("5", "Mix 5")), row(create("6", "Mix 6"))),
  );
  const { hits } = findIn(all, "mix", sameLimits(3)).playlists;
  expect(hits.map(({ title }) => title)).toEqual(["Mix 6", "Mix 5", "Mix 4"]);
});

// 3.8.1
test("a playlist whose deletion the server has is not found in an answer from before, whatever the index has seen", () => {
  const all = toSearchableEntries(entries({ playlists: [playlist("1", "Low Tide"), playlist("2", "High Tide")] }));
  const deletion: Operation = { kind: "delete-playlist", playlistId: "1" };
  const found = withQueued(all, 9, outbox(row(deletion, { state: "acked", ackSeq: 3 })));
  expect(found.playlists.entries.map(({ title }) => title)).toEqual(["High Tide"]);
});
