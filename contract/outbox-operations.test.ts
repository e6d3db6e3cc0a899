import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { fillPath } from "./endpoint.ts";
import { songsOfPlaylist } from "./list-names.ts";
import {
  followUpOf,
  isSingle,
  mergeIntents,
  Operation,
  outdatedBy,
  requestOf,
  targetOf,
  touchedBy,
  verdictOf,
} from "./outbox-operations.ts";

const songId = "01890a5d-ac96-774b-bcce-b302099a8057";
const playlistId = "01890a5d-ac96-774b-bcce-b302099a8058";
const other = "01890a5d-ac96-774b-bcce-b302099a8059";
const uid = "ada";

const like: Operation = { kind: "like", songId, liked: true };
const unlike: Operation = { kind: "like", songId, liked: false };
const follow: Operation = { kind: "follow-user", userId: "bob", followed: true };
const unfollow: Operation = { ...follow, followed: false };
const followList: Operation = { kind: "follow-playlist", playlistId, followed: true };
const unfollowList: Operation = { ...followList, followed: false };
const add: Operation = { kind: "playlist-song", playlistId, songId, added: true };
const take: Operation = { ...add, added: false };
const play: Operation = { kind: "play", songId, playedAt: "2026-11-21T12:00:00.000Z" };
const form = { title: "Shore", description: "By the sea", genre: null, private: true };
const create: Operation = { kind: "create-playlist", playlistId, playlist: form };
const edit: Operation = { kind: "edit-playlist", playlistId, playlist: { title: "Beach" }, image: null };
const remove: Operation = { kind: "delete-playlist", playlistId };
const change = { orderedList: [other, songId], base: [songId, other], moved: [other] };
const order: Operation = { kind: "order", list: "favourites", ...change };
const orderOf = (list: string) => v.parse(Operation, { ...order, list });

describe("every operation", () => {
  test.each<[Operation, string, string, unknown]>([
    [like, `like:${songId}`, `/songs/like/${songId}`, { userId: uid }],
    [unlike, `like:${songId}`, `/songs/cancel-like/${songId}`, { userId: uid }],
    [follow, "follow:bob", "/users/follow/bob", { userId: uid }],
    [unfollow, "follow:bob", "/users/cancel-follow/bob", { userId: uid }],
    [followList, `follow:${playlistId}`, `/playlists/follow/${playlistId}`, { userId: uid }],
    [unfollowList, `follow:${playlistId}`, `/playlists/cancel-follow/${playlistId}`, { userId: uid }],
    [add, `playlist-song:${playlistId}:${songId}`, `/playlists/add/${songId}`, { playlistId, userId: uid }],
    [take, `playlist-song:${playlistId}:${songId}`, `/playlists/songs/${playlistId}`, { songId }],
    [order, "order:favourites", "/songs/order-favorite/ada", change],
    [orderOf("own-songs"), "order:own-songs", "/songs/order/ada", change],
    [orderOf("own-playlists"), "order:own-playlists", "/playlists/order/ada", change],
    [
      orderOf(songsOfPlaylist(playlistId)),
      `order:playlist:${playlistId}`,
      `/playlists/order-songs/${playlistId}`,
      change,
    ],
    [play, `play:${songId}`, `/songs/played/${songId}`, { playedAt: "2026-11-21T12:00:00.000Z" }],
    [create, `playlist:${playlistId}`, "/playlists", { id: playlistId, playlist: form }],
    [edit, `playlist:${playlistId}`, `/playlists/${playlistId}`, { playlist: { title: "Beach" }, image: null }],
    [remove, `playlist:${playlistId}`, `/playlists/${playlistId}`, { userId: uid }],
  ])("%j has its target and call", (operation, target, path, body) => {
    const { endpoint, params, body: given } = requestOf(operation, uid);
    expect(targetOf(operation)).toBe(target);
    expect(fillPath(endpoint.path, params)).toBe(path);
    expect(v.parse(endpoint.body, given)).toEqual(body);
    expect(v.parse(endpoint.params, params)).toEqual(params);
  });

  test("touches its list, and the bodies that show a number about it", () => {
    const list = songsOfPlaylist(playlistId);
    expect([like, follow, followList, add, order, orderOf(list), play, create, edit, remove].map(touchedBy)).toEqual([
      ["favourites"],
      ["followed-people", "people"],
      ["followed-playlists", "playlists"],
      [list, "playlists"],
      ["favourites"],
      [list],
      [],
      ["own-playlists", "playlists"],
      ["playlists"],
      ["own-playlists", "playlists"],
    ]);
  });

  test("needs no list asked for again that it joined or left, but one that it ordered, and numbers", () => {
    const list = songsOfPlaylist(playlistId);
    expect([like, unlike, follow, add, order, orderOf(list), play].map(outdatedBy)).toEqual([
      [],
      [],
      ["people"],
      ["playlists"],
      ["favourites"],
      [list],
      [],
    ]);
  });
});

test("of two unsent drops the first one's beginning and both their moves are sent", () => {
  const first = { ...order, orderedList: ["b", "a", "c"], base: ["a", "b", "c"], moved: ["b"] };
  // `d` was liked in between, `a` unliked.
  const second = { ...order, orderedList: ["c", "d", "b"], base: ["d", "b", "c"], moved: ["c"] };
  const third = { ...order, orderedList: ["b", "c", "d"], base: ["c", "d", "b"], moved: ["b"] };
  const two = mergeIntents(first, second, ["d", "b", "c"]);
  expect(two).toEqual({ ...second, base: ["d", "b", "c"], moved: ["b", "c"] });
  expect(two && mergeIntents(two, third, ["d", "b", "c"])).toEqual({
    ...third,
    base: ["d", "b", "c"],
    moved: ["b", "c"],
  });
});

test("two drops that one order cannot show are both sent", () => {
  const first = { ...order, orderedList: ["b", "a", "c"], base: ["a", "b", "c"], moved: ["b"] };
  const second = { ...order, orderedList: ["c", "b", "a"], base: ["b", "a", "c"], moved: ["c"] };
  // Somebody else turned the list round meanwhile, and nobody here moved `a`.
  expect(mergeIntents(first, second, ["c", "a", "d", "b"])).toBeUndefined();
});

test("of two wishes for one song the newer is sent, of two plays both", () => {
  expect(mergeIntents(like, unlike)).toBe(unlike);
  expect(isSingle(play)).toBe(true);
  expect(followUpOf(play)?.endpoint.path).toBe("/song-played/{id}");
});

describe("answers (specification 17.25)", () => {
  test.each([
    [undefined, "network", "retry"],
    [401, "unauthenticated", "sign-in"],
    [403, "no-profile", "sign-in"],
    [403, "not-owner", "attention"],
    [404, "not-found", "gone"],
    [408, "unknown", "retry"],
    [409, "a-new-code", "attention"],
    [422, "invalid-request", "attention"],
    [422, "key-reused", "rekey"],
    [429, "too-many-requests", "retry"],
    [500, "internal", "retry"],
    [503, "unavailable", "retry"],
  ] as const)("%s %s to a like means %s", (status, code, verdict) => {
    expect(verdictOf(like, { status, code })).toBe(verdict);
  });

  test.each<[Operation, number, string, string]>([
    [unlike, 404, "not-found", "acked"],
    [unfollow, 404, "not-found", "acked"],
    [unfollowList, 404, "not-found", "acked"],
    [take, 404, "not-found", "acked"],
    [play, 404, "not-found", "acked"],
    [add, 409, "already-in-playlist", "acked"],
    [follow, 404, "not-found", "attention"],
    [follow, 409, "cannot-follow-yourself", "attention"],
    [followList, 409, "own-playlist", "attention"],
    [add, 409, "private-song-in-public-playlist", "attention"],
    [add, 404, "not-found", "attention"],
    [order, 422, "invalid-request", "attention"],
    [order, 404, "not-found", "acked"],
    [play, 422, "invalid-request", "dropped"],
    [play, 422, "key-reused", "acked"],
    [play, 401, "unauthenticated", "sign-in"],
    [play, 503, "unavailable", "retry"],
    [create, 409, "id-taken", "attention"],
    [edit, 404, "not-found", "attention"],
    [edit, 409, "private-songs-in-playlist", "attention"],
    [remove, 404, "not-found", "acked"],
  ])("to %j, %s %s means %s", (operation, status, code, verdict) => {
    expect(verdictOf(operation, { status, code })).toBe(verdict);
  });
});
