import { expect, test } from "vitest";
import type { Operation } from "../../../contract/outbox-operations.ts";
import type { ParsedRow } from "../../db/outbox-table.ts";
import { reasonOf, sentenceOf, sortChanges } from "./queued-changes.ts";

const id = "01900000-0000-7000-8000-000000000001";
const names = { title: "Slow Tide", playlistTitle: "Shore", userName: "Ada Byron" };
let seq = 0;

const row = (operation: Operation, state: ParsedRow["state"] = "waiting", snapshot?: unknown): ParsedRow => ({
  seq: ++seq,
  id: `row-${seq}`,
  uid: "ada",
  target: "any",
  operation,
  version: 1,
  state,
  attempts: 0,
  notBefore: 0,
  snapshot,
});
const like = (liked = true): Operation => ({ kind: "like", songId: id, liked });
const play: Operation = { kind: "play", songId: id, playedAt: "2026-11-21T12:00:00.000Z" };
const order = (list: "favourites" | `playlist:${string}`): Operation => ({
  kind: "order",
  list,
  orderedList: [],
  base: [],
  moved: [],
});

test.each<[Operation, string, string]>([
  [like(), "Like Slow Tide", "Like a song"],
  [like(false), "Unlike Slow Tide", "Unlike a song"],
  [{ kind: "follow-user", userId: "u", followed: true }, "Follow Ada Byron", "Follow somebody"],
  [{ kind: "follow-playlist", playlistId: id, followed: false }, "Unfollow Shore", "Unfollow a playlist"],
  [
    { kind: "playlist-song", playlistId: id, songId: id, added: true },
    "Add Slow Tide to Shore",
    "Add a song to a playlist",
  ],
  [
    { kind: "playlist-song", playlistId: id, songId: id, added: false },
    "Remove Slow Tide from Shore",
    "Remove a song from a playlist",
  ],
  [order("favourites"), "New order of My Favorite Songs", "New order of My Favorite Songs"],
  [order(`playlist:${id}`), "New order of Shore", "New order of a playlist"],
  [
    { kind: "create-playlist", playlistId: id, playlist: { title: "Shore", description: "x", private: true } },
    "Create Shore",
    "Create Shore",
  ],
  [{ kind: "edit-playlist", playlistId: id, playlist: {} }, "Change Shore", "Change a playlist"],
  [{ kind: "delete-playlist", playlistId: id }, "Delete Shore", "Delete a playlist"],
])("%j is told as %s", (operation, sentence, stripped) => {
  expect(sentenceOf(row(operation, "waiting", names))).toBe(sentence);
  expect(sentenceOf(row(operation))).toBe(stripped);
});

test.each([
  [undefined, undefined],
  [{ code: "id-taken", title: "No" }, "No"],
  [
    { code: "private-songs-in-playlist", title: "No", songs: ["Tide", "Boat"] },
    "A public playlist can't hold private songs: Tide and Boat. Take them out, then retry",
  ],
  [
    { code: "not-found", title: "No" },
    "The song or the playlist is gone: deleted or made private. You can only discard this",
  ],
])("what was refused says why, and what helps: %j (specification 3.17.2)", (problem, reason) => {
  expect(reasonOf({ ...row(like(), "attention"), ...(problem && { problem }) })).toBe(reason);
});

test("a person who is gone is no song and no playlist", () => {
  const follow = row({ kind: "follow-user", userId: "u", followed: true }, "attention");
  const problem = { code: "not-found", title: "No" };
  expect(reasonOf({ ...follow, problem })).toBe("This person is no longer on Offbeat. You can only discard this");
});

test("what is acknowledged is no longer listed, and plays are a number", () => {
  const refused = row(like(), "attention");
  const waiting = [row(like()), row(like(false), "sent")];
  const view = {
    rows: [refused, ...waiting, row(like(), "acked"), row(play), row(play, "sent")],
    unreadable: [99],
  };
  const unasked = new Set([...waiting, ...view.rows.slice(-2)]);
  expect(sortChanges(view)).toEqual({ refused: [refused], waiting, unasked, plays: 2, unreadable: [99] });
});
