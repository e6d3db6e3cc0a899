import { expect, test } from "vitest";
import type { Operation } from "../../../contract/outbox-operations.ts";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import type { Song } from "../../../contract/songs.ts";
import type { ParsedRow } from "../../db/outbox-table.ts";
import { joinPlaylists } from "./playlist-lists.ts";
import { shownHolding } from "./playlists-without.ts";
import { matches } from "./song-candidates.ts";

const idOf = (digit: number) => `01890a5d-ac96-774b-bcce-b302099a80${digit}0`;

const playlist = (digit: number, title: string): PlaylistSnapshot => ({
  _id: idOf(digit),
  title,
  description: "By the sea",
  genre: null,
  private: false,
  playlistImage: null,
  songCount: 0,
  owner: "ben",
  ownerName: "Ben Bolt",
});

const row = (operation: Operation, fields: Partial<ParsedRow> = {}) =>
  ({ operation, state: "waiting", ...fields }) as ParsedRow; // as far as it is read
const view = (...rows: ParsedRow[]) => ({ rows, unreadable: [] });

test("a queued follow brings the card that the server's list lacks, and never an older one", () => {
  const follow: Operation = { kind: "follow-playlist", playlistId: idOf(1), followed: true };
  const answered = new Map([[idOf(2), playlist(2, "Coast")]]);
  const outbox = view(
    row(follow, { snapshot: { playlistTitle: "Shore", playlist: playlist(1, "Shore") } }),
    row(follow, { snapshot: { playlist: playlist(2, "Old name") } }),
    // Of another version of the app, or after a sign-out.
    row(follow, { snapshot: { playlist: { _id: idOf(3) } } }),
    row(follow),
  );
  const titles = [...joinPlaylists(answered, outbox).values()].map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["Coast", "Shore"]);
});

const put = (playlistId: string, added: boolean, fields: Partial<ParsedRow> = {}) =>
  row({ kind: "playlist-song", playlistId, songId: idOf(9), added }, fields);

test("what holds a song is the server's word with the changes that it has not heard of", () => {
  const heard = { value: [idOf(1), idOf(2)], begun: 5, seen: 3 };
  const outbox = view(
    put(idOf(1), false),
    put(idOf(3), true),
    put(idOf(4), true, { state: "acked", ackSeq: 3 }),
    put(idOf(5), true, { state: "attention" }),
    row({ kind: "playlist-song", playlistId: idOf(6), songId: idOf(8), added: true }),
  );
  expect([...shownHolding(idOf(9), heard, outbox)].toSorted()).toEqual([idOf(2), idOf(3)]);
  expect([...shownHolding(idOf(9), undefined, view(put(idOf(3), true)))]).toEqual([idOf(3)]);
});

test("candidates match in title or artist, whatever the case, and are not in the playlist", () => {
  const song = (digit: number, title: string, artist: string) => ({ _id: idOf(digit), title, artist }) as Song; // as far as it is read
  const songs = [
    song(1, "Slow Tide", "Ben"),
    song(2, "Fast Boat", "SLOWDIVE"),
    song(3, "Slow", "Cy"),
    song(4, "Café", "X"),
  ];
  const found = (text: string) => matches(songs, new Set([idOf(3)]), text).map(({ title }) => title);
  expect(found(" slow ")).toEqual(["Slow Tide", "Fast Boat"]);
  expect(found("CAFE\u0301")).toEqual(["Café"]);
  expect(found("")).toEqual(["Slow Tide", "Fast Boat", "Café"]);
});
