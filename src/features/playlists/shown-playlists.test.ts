/** Lists of public playlists with what is queued for the own ones (specification 3.9.1, 17.19). */
import { expect, test } from "vitest";
import { idOf } from "../../../tests/support/items.ts";
import type { Operation } from "../../../contract/outbox-operations.ts";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import type { ParsedRow } from "../../db/outbox-table.ts";
import { showPublic } from "./shown-playlists.ts";

const playlist = (n: number, fields: Partial<PlaylistSnapshot> = {}): PlaylistSnapshot => ({
  _id: idOf(n),
  title: `List ${n}`,
  description: "By the sea",
  genre: null,
  private: false,
  playlistImage: null,
  songCount: 0,
  owner: "ada",
  ownerName: "Ada Byron",
  ...fields,
});

const row = (operation: Operation, fields: Partial<ParsedRow> = {}) =>
  ({ operation, state: "waiting", ...fields }) as ParsedRow; // as far as it is read
const create = (n: number, isPrivate: boolean) =>
  row({
    kind: "create-playlist",
    playlistId: idOf(n),
    playlist: { title: `List ${n}`, description: "By the sea", private: isPrivate },
  });
const edit = (n: number, fields: { title?: string; private?: boolean }, rowFields: Partial<ParsedRow> = {}) =>
  row(
    { kind: "edit-playlist", playlistId: idOf(n), playlist: fields },
    { snapshot: { playlist: playlist(n, fields) }, ...rowFields },
  );
const put = (n: number) => row({ kind: "playlist-song", playlistId: idOf(n), songId: idOf(1), added: true });

/** The playlist with what is queued on top. */
const shown = (answered: PlaylistSnapshot, rows: ParsedRow[]) =>
  showPublic([answered], { seen: 5, more: false, outbox: { rows, unreadable: [] }, uid: "ada" })[0];

const titles = (listed: number[], rows: ParsedRow[], more = false) =>
  showPublic(
    listed.map((n) => playlist(n)),
    { seen: 5, more, outbox: { rows, unreadable: [] }, uid: "ada" },
  ).map(({ title }) => title);

test("what was hidden or deleted goes, a new title shows, what was created joins as the newest if it is public", () => {
  const remove = row({ kind: "delete-playlist", playlistId: idOf(3) });
  const rows = [edit(4, { private: true }), remove, edit(2, { title: "Shore" }), create(8, false), create(9, true)];
  expect(titles([4, 3, 2, 1], rows)).toEqual(["List 8", "Shore", "List 1"]);
});

test("what was published joins in its place, and waits there for the part of a longer list that holds it", () => {
  expect(titles([5, 1], [edit(3, { private: false })])).toEqual(["List 5", "List 3", "List 1"]);
  expect(titles([5, 4], [edit(3, { private: false })])).toEqual(["List 5", "List 4", "List 3"]);
  expect(titles([5, 4], [edit(3, { private: false })], true)).toEqual(["List 5", "List 4"]);
  // Public already: an edit of it says nothing about where it is listed.
  expect(titles([5, 4], [edit(3, { title: "Shore" })])).toEqual(["List 5", "List 4"]);
  // Hidden once more.
  expect(titles([5], [edit(6, { private: false }), edit(6, { private: true })])).toEqual(["List 5"]);
});

test("a change that the answer knows, or that was refused, changes nothing", () => {
  const publish = (fields: Partial<ParsedRow>) => edit(6, { private: false }, fields);
  expect(titles([5], [publish({ state: "acked", ackSeq: 5 })])).toEqual(["List 5"]);
  expect(titles([5], [publish({ state: "acked", ackSeq: 6 })])).toEqual(["List 6", "List 5"]);
  expect(titles([5], [publish({ state: "attention" })])).toEqual(["List 5"]);
});

test("songs that were added before and after it was published count once", () => {
  const published = row(
    { kind: "edit-playlist", playlistId: idOf(6), playlist: { private: false } },
    { snapshot: { playlist: playlist(6, { songCount: 1 }) } },
  );
  const outbox = { rows: [put(6), published, put(6)], unreadable: [] };
  const [first] = showPublic([playlist(5)], { seen: 5, more: false, outbox, uid: "ada" });
  expect(first?.songCount).toBe(2);
});

// 3.15.5
test("a song that was added gives its cover, where the playlist has fewer than four and no image", () => {
  const added = (songImage: string | null) => ({ ...put(1), snapshot: { title: "Slow Tide", songImage } });
  const rows = [added("/a"), added(null), added("/b"), added("/a")];
  expect(shown(playlist(1), rows)?.songImages).toEqual(["/a", "/b"]);
  const four = ["/1", "/2", "/3", "/4"];
  expect(shown(playlist(1, { songImages: four }), rows)?.songImages).toEqual(four);
  expect(shown(playlist(1, { playlistImage: "/own" }), rows)?.songImages).toBeUndefined();
});
