/**
 * The operations that are written on the device first and sent later (specification 17.19-17.25). A new kind is a schema
 * in `Operation` and an entry in `kinds`; the compiler names what is missing.
 */
import * as v from "valibot";
import type { Endpoint } from "./endpoint.ts";
import { type List, OrderedList, playlistIdOf, songsOfPlaylist } from "./list-names.ts";
import * as playlists from "./playlists.ts";
import type { ProblemCode } from "./problems.ts";
import { orderSaveMs } from "./rules/limits.ts";
import { mergeOrder, type OrderChange } from "./rules/merge-order.ts";
import * as songs from "./songs.ts";
import { countPlay } from "./statistics.ts";
import * as users from "./users.ts";
import { Id, Time, Uid } from "./common-schemas.ts";

const Like = v.object({ kind: v.literal("like"), songId: Id, liked: v.boolean() });
const FollowUser = v.object({ kind: v.literal("follow-user"), userId: Uid, followed: v.boolean() });
const FollowPlaylist = v.object({
  kind: v.literal("follow-playlist"),
  playlistId: Id,
  followed: v.boolean(),
});
/** A song is put into a playlist or taken out. */
const PlaylistSong = v.object({
  kind: v.literal("playlist-song"),
  playlistId: Id,
  songId: Id,
  added: v.boolean(),
});
/** Fields: specification 7.5. */
const Order = v.object({
  kind: v.literal("order"),
  list: OrderedList,
  orderedList: v.array(Id),
  base: v.array(Id),
  moved: v.array(Id),
});
const Play = v.object({ kind: v.literal("play"), songId: Id, playedAt: Time });

export const Operation = v.variant("kind", [Like, FollowUser, FollowPlaylist, PlaylistSong, Order, Play]);
export type Operation = v.InferOutput<typeof Operation>;

/** What an operation does to the ids of a list. */
export type ListEdit = { list: List } & (
  | { change: "first" | "last" | "out"; id: string }
  | { change: "order"; order: OrderChange }
);

/** Whether it brings something into its list. */
export const isJoin = (edit: ListEdit): edit is ListEdit & { change: "first" | "last" } =>
  edit.change === "first" || edit.change === "last";

/** Server state that an operation changes: a list, or the bodies that show numbers about it. */
export type Touched = List | "playlists" | "people";

/**
 * What an answer means for a queued operation. `gone`: what it was about is no more, told once. `dropped`: not worth a
 * word. `rekey`: to be sent again under a new key.
 */
export type Verdict = "acked" | "gone" | "dropped" | "retry" | "sign-in" | "rekey" | "attention";

/** A call with what it is given, as the contract wants it. */
export interface Request {
  endpoint: Endpoint;
  params: Record<string, string>;
  body: unknown;
}

interface Kind<O> {
  /** What two operations must share for the newer one to replace the older. */
  target(operation: O): string;
  /** The call that carries it out. */
  request(operation: O, uid: string): Request;
  /** A call that follows the confirmation; whether it succeeds changes nothing. */
  followUp?(operation: O): Request;
  /** What it does to a list; null where no screen shows a list of it. */
  edit: ((operation: O) => ListEdit) | null;
  /** Bodies that show a number about it. */
  bodies: "playlists" | "people" | null;
  /** Each is an event of its own, which no other one replaces. */
  single?: true;
  /** How long it waits for more of its kind, in milliseconds. */
  settleMs?: number;
  /** One intent out of two that were never sent; undefined where it takes both. Where absent, the newer one. */
  merge?(older: O, newer: O, without: readonly string[]): O | undefined;
  /** The list as the server has it now, out of its answer. */
  listIn?(reply: unknown): string[];
  /** What answers mean, by code or status, where it is not what they mean to all; `refused` is any other 4xx. */
  answers?(operation: O): Partial<Record<ProblemCode | 404 | "refused", Verdict>>;
}

/** Ties the parameters and the body to the endpoint they are for. */
const call = <E extends Endpoint>(
  endpoint: E,
  params: v.InferInput<E["params"]> & Record<string, string>,
  body?: v.InferInput<E["body"]>,
): Request => ({ endpoint, params, body });

const kinds: { [K in Operation["kind"]]: Kind<Extract<Operation, { kind: K }>> } = {
  like: {
    target: ({ songId }) => `like:${songId}`,
    request: ({ songId: id, liked }) => call(liked ? songs.likeSong : songs.cancelLikeSong, { id }, {}),
    edit: ({ songId: id, liked }) => ({
      list: "favourites",
      change: liked ? "first" : "out",
      id,
    }),
    bodies: null,
    answers: ({ liked }) => ({ 404: liked ? "gone" : "acked" }),
  },
  "follow-user": {
    target: ({ userId }) => `follow:${userId}`,
    request: ({ userId: id, followed }) => call(followed ? users.followUser : users.cancelFollowUser, { id }, {}),
    edit: ({ userId: id, followed }) => ({
      list: "followed-people",
      change: followed ? "first" : "out",
      id,
    }),
    bodies: "people",
    answers: ({ followed }) => (followed ? {} : { 404: "acked" }),
  },
  "follow-playlist": {
    target: ({ playlistId }) => `follow:${playlistId}`,
    request: ({ playlistId: id, followed }) =>
      call(followed ? playlists.followPlaylist : playlists.cancelFollowPlaylist, { id }, {}),
    edit: ({ playlistId: id, followed }) => ({
      list: "followed-playlists",
      change: followed ? "first" : "out",
      id,
    }),
    bodies: "playlists",
    answers: ({ followed }) => (followed ? {} : { 404: "acked" }),
  },
  "playlist-song": {
    target: ({ playlistId, songId }) => `playlist-song:${playlistId}:${songId}`,
    request: ({ playlistId, songId, added }) =>
      added
        ? call(playlists.addSongToPlaylist, { songId }, { playlistId })
        : call(playlists.removeSongFromPlaylist, { id: playlistId }, { songId }),
    edit: ({ playlistId, songId: id, added }) => ({
      list: songsOfPlaylist(playlistId),
      change: added ? "last" : "out",
      id,
    }),
    bodies: "playlists",
    answers: ({ added }) => (added ? { "already-in-playlist": "acked" } : { 404: "acked" }),
  },
  order: {
    target: ({ list }) => `order:${list}`,
    request: ({ list, orderedList, base, moved }, uid) => {
      const order = { orderedList, base, moved };
      switch (list) {
        case "favourites":
          return call(songs.orderFavourites, { id: uid }, order);
        case "own-songs":
          return call(songs.orderSongs, { id: uid }, order);
        case "own-playlists":
          return call(playlists.orderPlaylists, { id: uid }, order);
        default:
          return call(playlists.orderPlaylistSongs, { id: playlistIdOf(list) }, order);
      }
    },
    edit: ({ list, orderedList, base, moved }) => ({
      list,
      change: "order",
      order: { orderedList, base, moved },
    }),
    bodies: null,
    settleMs: orderSaveMs,
    merge(older, newer, without) {
      const moved = [...new Set([...older.moved, ...newer.moved])];
      const both = { ...newer, base: [...without], moved };
      return isSameList(mergeOrder(without, both), newer.orderedList) ? both : undefined;
    },
    listIn: (reply) => v.parse(playlists.orderPlaylistSongs.reply, reply).data.orderedList,
  },
  play: {
    target: ({ songId }) => `play:${songId}`,
    request: ({ songId: id, playedAt }) => call(songs.songPlayed, { id }, { playedAt }),
    followUp: ({ songId: id }) => call(countPlay, { id }),
    edit: null,
    bodies: null,
    single: true,
    answers: () => ({ 404: "acked", "key-reused": "acked", refused: "dropped" }),
  },
};

/** The entry of an operation; the table says that entry and operation are of one kind, which the compiler loses here. */
const kindOf = (operation: Operation) => kinds[operation.kind] as Kind<Operation>;

export const targetOf = (operation: Operation) => kindOf(operation).target(operation);

export const requestOf = (operation: Operation, uid: string) => kindOf(operation).request(operation, uid);

export const followUpOf = (operation: Operation) => kindOf(operation).followUp?.(operation);

export const editOf = (operation: Operation) => kindOf(operation).edit?.(operation);

export const isSingle = (operation: Operation) => kindOf(operation).single === true;

export const settleMsOf = (operation: Operation) => kindOf(operation).settleMs ?? 0;

/**
 * One intent out of two of one target, neither of which was ever sent; undefined where it takes both.
 * @param without of two drops: the list as it would be shown without the older one
 */
export function mergeIntents(
  older: Operation,
  newer: Operation,
  without: readonly string[] = [],
): Operation | undefined {
  const { merge } = kindOf(newer);
  return merge ? merge(older, newer, without) : newer;
}

const isSameList = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((id, place) => id === others[place]);

export const listIn = (operation: Operation, reply: unknown) => kindOf(operation).listIn?.(reply);

export function touchedBy(operation: Operation): Touched[] {
  const { bodies } = kindOf(operation);
  return [editOf(operation)?.list, bodies].filter((one) => one != null);
}

/**
 * What is to be asked for again when the server has done an operation at the first try. What joined or left a list shows
 * on top of any answer as the server has it (specification 17.26): a long list is not fetched at each like.
 */
export function outdatedBy(operation: Operation): Touched[] {
  const edit = editOf(operation);
  const isShown = edit !== undefined && edit.change !== "order";
  return touchedBy(operation).filter((one) => !isShown || one !== edit.list);
}

/**
 * Sorts a failed call (specification 17.25): done counts as done however it came about, what may pass is tried again,
 * what will never pass waits for the user.
 * @param status HTTP status, or undefined for no answer at all
 */
export function verdictOf(
  operation: Operation,
  { status, code }: { status?: number | undefined; code: string },
): Verdict {
  if (status === undefined || status === 408 || status === 429 || status >= 500) return "retry";
  // Without a profile nothing can be sent, whatever it is: it waits as for a sign-in.
  if (status === 401 || code === "no-profile") return "sign-in";
  const own: Partial<Record<string | number, Verdict>> = kindOf(operation).answers?.(operation) ?? {};
  return own[code] ?? own[status] ?? (code === "key-reused" ? "rekey" : (own["refused"] ?? "attention"));
}
