/** Messages between page and worker, and the names both give to what lies in Cache Storage (specification 17). */
import * as v from "valibot";
import { SongSnapshot } from "./songs.ts";
import { Id, Uid, Url } from "./common-schemas.ts";

/** From the page to the worker. */
export const PageMessage = v.variant("type", [
  /** This client now belongs to that account (null: signed out); covers the gap before the durable record is read. */
  v.object({ type: v.literal("account"), uid: v.nullable(Uid) }),
  /** There are wanted rows in `downloads` of that account; sent again every few seconds while there are. */
  v.object({ type: v.literal("download"), uid: Uid }),
  /** The song of this path did not play from the device: look at the file; answered with `checked`. */
  v.object({ type: v.literal("check"), uid: Uid, path: v.string() }),
  /** Stop the account's downloads and delete its audio cache; answered with `done`. */
  v.object({ type: v.literal("wipe"), uid: Uid }),
  /** The user accepted the update. */
  v.object({ type: v.literal("SKIP_WAITING") }),
]);
export type PageMessage = v.InferOutput<typeof PageMessage>;

/** From the worker to a page, answered on the message's port with `PageAnswer`. */
export const WorkerMessage = v.variant("type", [
  /** The signed url of this song has run out: the page is asked for a fresh one. */
  v.object({ type: v.literal("fresh-url"), uid: Uid, path: v.string() }),
]);
export type WorkerMessage = v.InferOutput<typeof WorkerMessage>;

export const PageAnswer = v.variant("type", [
  /** Null: this page could not get one. */
  v.object({ type: v.literal("url"), url: v.nullable(Url) }),
  /** The server says that there is no such song any more. */
  v.object({ type: v.literal("gone") }),
]);
export type PageAnswer = v.InferOutput<typeof PageAnswer>;

/** What the device has of a song; one that was damaged is dropped by then, and on its way here anew. */
export const StoredFile = v.picklist(["absent", "whole", "dropped"]);
export type StoredFile = v.InferOutput<typeof StoredFile>;

export const WorkerAnswer = v.variant("type", [
  v.object({ type: v.literal("done") }),
  v.object({ type: v.literal("checked"), file: StoredFile }),
]);
export type WorkerAnswer = v.InferOutput<typeof WorkerAnswer>;

/** Tag of the Background Sync in which the worker sends queued changes (specification 17.28). */
export const sendingTag = "offbeat-outbox";

/** Where a song is on its way to the device. */
const DownloadState = v.picklist(["wanted", "downloading", "ready", "failed"]);
type DownloadState = v.InferOutput<typeof DownloadState>;

/** A row of the table `downloads`: state, and a snapshot that shows the song without the network. */
export const Download = v.object({
  songId: Id,
  state: DownloadState,
  /** Cache key: path of the audio url, without query (its signature changes). */
  path: v.string(),
  ...v.omit(SongSnapshot, ["_id"]).entries,
  received: v.number(),
  /** Stable word for what stopped it: `quota`, `network`, `gone`, `mismatch`. */
  problem: v.optional(v.string()),
  /** Milliseconds since the epoch before which it is not tried again. */
  notBefore: v.optional(v.number()),
  /** Tries that failed in a row. */
  attempts: v.optional(v.number()),
  /** The highest goes first; a song that is wanted later ranks above all before it. */
  rank: v.optional(v.number()),
});
export type Download = v.InferOutput<typeof Download>;

/** One audio cache per account. */
export const audioCache = (uid: string) => `offbeat-audio-${uid}`;
/** Parts of downloads that were cut, one cache per account; keys are the audio's with `?part=n`. */
export const partsCache = (uid: string) => `offbeat-parts-${uid}`;
/** Covers may be shared between accounts: their addresses are unguessable. Wiped with the account all the same. */
export const coverCache = (uid: string) => `offbeat-covers-${uid}`;

/** The cache key of a media address: its path, without origin and without the query that holds the signature. */
export const mediaPath = (url: string) => url.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/s, "");
