/**
 * The operations that the device stores first and sends later (specification 17.19-17.25). A new kind needs a schema in
 * `Operation` and an entry in `kinds`; the compiler reports what is missing.
 */
import * as v from "valibot";
import type { Endpoint } from "./endpoint.ts";
import { isPlaylistSongs, type List, OrderedList, playlistIdOf, songsOfPlaylist } from "./list-names.ts";
import * as playlists from "./playlists.ts";
import type { ProblemCode } from "./problems.ts";
import { orderSaveMs } from "./rules/limits.ts";
import { mergeOrder, type OrderChange } from "./rules/merge-order.ts";
import { editForm, joinEdits, subtractEdit } from "./rules/playlist-edits.ts";
import { hasSameItems } from "./rules/same-items.ts";
import { PlaylistForm, PlaylistPatch } from "./rules/validation.ts";
import * as songs from "./songs.ts";
import { countPlay } from "./statistics.ts";
import * as users from "./users.ts";
import { Id, Time, Uid, Url } from "./common-schemas.ts";

const Like = v.object({ kind: v.literal("like"), songId: Id, liked: v.boolean() });
const FollowUser = v.object({ kind: v.literal("follow-user"), userId: Uid, followed: v.boolean() });
const FollowPlaylist = v.object({ kind: v.literal("follow-playlist"), playlistId: Id, followed: v.boolean() });
/** Adds a song to a playlist or removes it. */
const PlaylistSong = v.object({
  kind: v.literal("playlist-song"),
  playlistId: Id,
  songId: Id,
  added: v.boolean(),
  /** Whether the list had the song before; absent: it did if this removes it. Only what this device shows follows it. */
  wasIn: v.exactOptional(v.boolean()),
});
/** Specification 7.5 defines the fields. */
const Order = v.object({
  kind: v.literal("order"),
  list: OrderedList,
  orderedList: v.array(Id),
  base: v.array(Id),
  moved: v.array(Id),
});
const Play = v.object({ kind: v.literal("play"), songId: Id, playedAt: Time });
/** The device makes the id (specification 5.15). */
const CreatePlaylist = v.object({ kind: v.literal("create-playlist"), playlistId: Id, playlist: PlaylistForm });
/** Holds only what the user changed; without `image` the picture stays. */
const EditPlaylist = v.object({
  kind: v.literal("edit-playlist"),
  playlistId: Id,
  playlist: PlaylistPatch,
  image: v.exactOptional(v.nullable(Url)),
});
const DeletePlaylist = v.object({ kind: v.literal("delete-playlist"), playlistId: Id });

export const Operation = v.variant("kind", [
  Like,
  FollowUser,
  FollowPlaylist,
  PlaylistSong,
  Order,
  Play,
  CreatePlaylist,
  EditPlaylist,
  DeletePlaylist,
]);
export type Operation = v.InferOutput<typeof Operation>;

/** An operation's change to a list of ids. */
export type ListEdit = { list: List } & (
  | { change: "first" | "last" | "out"; id: string }
  | { change: "order"; order: OrderChange }
);

/** Whether the edit adds an id to its list. */
export const isJoin = (edit: ListEdit): edit is ListEdit & { change: "first" | "last" } =>
  edit.change === "first" || edit.change === "last";

/** Server state that an operation changes: a list, or bodies that contain its counts. */
export type Touched = List | "playlists" | "people";

/**
 * What a response means for a queued operation. `gone`: the target no longer exists; the user is notified once.
 * `dropped`: discarded silently. `rekey`: sent again with a new key.
 */
type Verdict = "acked" | "gone" | "dropped" | "retry" | "sign-in" | "rekey" | "attention";

/** A request with its parameters and body. */
export interface Request {
  endpoint: Endpoint;
  params: Record<string, string>;
  body: unknown;
}

interface Kind<O> {
  /** A newer operation replaces an older one with the same target. */
  target(operation: O): string;
  /** The request that executes it. */
  request(operation: O, uid: string): Request;
  /** A best-effort request after the acknowledgement. */
  followUp?(operation: O): Request;
  /** Its change to a list; null when no screen shows such a list. */
  edit: ((operation: O) => ListEdit) | null;
  /** Bodies that contain its count. */
  bodies: "playlists" | "people" | null;
  /** Every operation is a separate event that no other one replaces. */
  single?: true;
  /** Debounce time in milliseconds. */
  settleMs?: number;
  /** Merges two unsent operations; returns undefined to keep both. By default the newer one wins. */
  merge?(older: Operation, newer: O, without: readonly string[]): Operation | undefined;
  /** What of this operation, which the server refused, a newer one of its target leaves to decide. By default nothing. */
  leaves?(refused: O, newer: Operation): Operation | undefined;
  /** The own playlist that it changes, and that must exist before. */
  playlist?(operation: O): string | undefined;
  /** Reads the server's list from its response. */
  listIn?(reply: unknown): string[];
  /** Verdicts that differ from the default, by code or status; `refused` is any other 4xx. */
  answers?(operation: O): Partial<Record<ProblemCode | 404 | "refused", Verdict>>;
}

/** Checks the types of parameters and body against their endpoint. */
const call = <E extends Endpoint>(
  endpoint: E,
  params: v.InferInput<E["params"]> & Record<string, string>,
  body?: v.InferInput<E["body"]>,
): Request => ({ endpoint, params, body });

const kinds: { [K in Operation["kind"]]: Kind<Extract<Operation, { kind: K }>> } = {
  like: {
    target: ({ songId }) => `like:${songId}`,
    request: ({ songId: id, liked }, userId) => call(liked ? songs.likeSong : songs.cancelLikeSong, { id }, { userId }),
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
    request: ({ userId: id, followed }, userId) =>
      call(followed ? users.followUser : users.cancelFollowUser, { id }, { userId }),
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
    request: ({ playlistId: id, followed }, userId) =>
      call(followed ? playlists.followPlaylist : playlists.cancelFollowPlaylist, { id }, { userId }),
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
    request: ({ playlistId, songId, added }, userId) =>
      added
        ? call(playlists.addSongToPlaylist, { songId }, { playlistId, userId })
        : call(playlists.removeSongFromPlaylist, { id: playlistId }, { songId }),
    edit: ({ playlistId, songId: id, added }) => ({
      list: songsOfPlaylist(playlistId),
      change: added ? "last" : "out",
      id,
    }),
    bodies: "playlists",
    playlist: ({ playlistId }) => playlistId,
    merge: (older, newer) =>
      older.kind === "playlist-song" ? { ...newer, wasIn: older.wasIn ?? !older.added } : newer,
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
    playlist: ({ list }) => (isPlaylistSongs(list) ? playlistIdOf(list) : undefined),
    settleMs: orderSaveMs,
    merge(older, newer, without) {
      if (older.kind !== "order") return undefined;
      const moved = [...new Set([...older.moved, ...newer.moved])];
      const both = { ...newer, base: [...without], moved };
      return hasSameItems(mergeOrder(without, both), newer.orderedList) ? both : undefined;
    },
    listIn: (reply) => v.parse(playlists.orderPlaylistSongs.reply, reply).data.orderedList,
    // A playlist that is gone has no order to decide about.
    answers: () => ({ 404: "acked" }),
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
  "create-playlist": {
    target: ({ playlistId }) => `playlist:${playlistId}`,
    request: ({ playlistId: id, playlist }) => call(playlists.createPlaylist, {}, { id, playlist }),
    edit: ({ playlistId: id }) => ({ list: "own-playlists", change: "first", id }),
    bodies: "playlists",
    playlist: ({ playlistId }) => playlistId,
    // What was typed stays with what was refused.
    leaves: (refused, newer) =>
      newer.kind === "edit-playlist" ? { ...refused, playlist: editForm(refused.playlist, newer) } : undefined,
  },
  "edit-playlist": {
    target: ({ playlistId }) => `playlist:${playlistId}`,
    request: ({ playlistId: id, playlist, image }) =>
      call(playlists.editPlaylist, { id }, { playlist, ...(image !== undefined && { image }) }),
    edit: null,
    bodies: "playlists",
    playlist: ({ playlistId }) => playlistId,
    merge(older, newer) {
      if (older.kind === "create-playlist") return { ...older, playlist: editForm(older.playlist, newer) };
      return older.kind === "edit-playlist" ? { ...newer, ...joinEdits(older, newer) } : older;
    },
    leaves({ kind, playlistId, ...refused }, newer) {
      const left = newer.kind === "edit-playlist" ? subtractEdit(refused, newer) : undefined;
      return left && { kind, playlistId, ...left };
    },
  },
  "delete-playlist": {
    target: ({ playlistId }) => `playlist:${playlistId}`,
    request: ({ playlistId: id }, userId) => call(playlists.putDeletePlaylist, { id }, { userId }),
    edit: ({ playlistId: id }) => ({ list: "own-playlists", change: "out", id }),
    bodies: "playlists",
    playlist: ({ playlistId }) => playlistId,
    answers: () => ({ 404: "acked" }),
  },
};

/** The entry of an operation. Entry and operation have the same kind, which the compiler cannot see here. */
const kindOf = (operation: Operation) => kinds[operation.kind] as Kind<Operation>;

export const targetOf = (operation: Operation) => kindOf(operation).target(operation);

export const requestOf = (operation: Operation, uid: string) => kindOf(operation).request(operation, uid);

export const followUpOf = (operation: Operation) => kindOf(operation).followUp?.(operation);

export const editOf = (operation: Operation) => kindOf(operation).edit?.(operation);

export const isSingle = (operation: Operation) => kindOf(operation).single === true;

/** The own playlist that an operation changes, and that must exist before. */
export const playlistChangedBy = (operation: Operation) => kindOf(operation).playlist?.(operation);

/** What of a refused operation a newer one of the same target leaves to decide. */
export const leftOpen = (refused: Operation, newer: Operation) => kindOf(refused).leaves?.(refused, newer);

export const settleMsOf = (operation: Operation) => kindOf(operation).settleMs ?? 0;

/**
 * Merges two unsent operations with the same target; returns undefined to keep both.
 * @param without for two orders: the list as it would be without the older one
 */
export function mergeIntents(
  older: Operation,
  newer: Operation,
  without: readonly string[] = [],
): Operation | undefined {
  const { merge } = kindOf(newer);
  return merge ? merge(older, newer, without) : newer;
}

export const listIn = (operation: Operation, reply: unknown) => kindOf(operation).listIn?.(reply);

export function touchedBy(operation: Operation): Touched[] {
  const { bodies } = kindOf(operation);
  return [editOf(operation)?.list, bodies].filter((one) => one != null);
}

/**
 * Returns what to refetch after an operation succeeded at the first attempt. The overlay already shows a joined or left
 * id (specification 17.26), so a like does not refetch a long list.
 */
export function outdatedBy(operation: Operation): Touched[] {
  const edit = editOf(operation);
  const isShown = edit !== undefined && edit.change !== "order";
  return touchedBy(operation).filter((one) => !isShown || one !== edit.list);
}

/**
 * Classifies a failed request (specification 17.25): an effect that already exists counts as success, temporary
 * failures are retried, permanent ones wait for the user.
 * @param status HTTP status, or undefined without a response
 */
export function verdictOf(
  operation: Operation,
  { status, code }: { status?: number | undefined; code: string },
): Verdict {
  if (status === undefined || status === 408 || status === 429 || status >= 500) return "retry";
  // Without a profile nothing can be sent, so the operation waits as for a sign-in.
  if (status === 401 || code === "no-profile") return "sign-in";
  const own: Partial<Record<string | number, Verdict>> = kindOf(operation).answers?.(operation) ?? {};
  return own[code] ?? own[status] ?? (code === "key-reused" ? "rekey" : (own["refused"] ?? "attention"));
}
