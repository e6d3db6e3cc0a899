/** Messages between page and worker, and the names of their caches. */
import * as v from "valibot";
import { SongSnapshot } from "./songs.ts";
import { Id, Uid, Url } from "./common-schemas.ts";

/** From the page to the worker. */
export const PageMessage = v.variant("type", [
  /** The client's account has changed (null: signed out), before the worker reads the stored record. */
  v.object({
    type: v.literal("account"),
    uid: v.nullable(Uid),
    /** Nothing of the account may be stored (specification 2.19). */
    isVolatile: v.optional(v.boolean(), false),
  }),
  /** The account has wanted rows in `downloads`; repeated every few seconds while it does. */
  v.object({
    type: v.literal("download"),
    uid: Uid,
    /** The user wants it now. */
    isAsked: v.optional(v.boolean(), false),
  }),
  /** Ends the downloads under way: the user paused them, or the connection is metered now. */
  v.object({ type: v.literal("pause"), uid: Uid }),
  /** The cached song of this path did not play: check the file. The worker replies with `checked`. */
  v.object({ type: v.literal("check"), uid: Uid, path: v.string() }),
  /** Which files the account has. The worker replies with `files`. */
  v.object({ type: v.literal("files"), uid: Uid }),
  /** Stop the account's downloads and delete its audio cache. The worker replies with `done`. */
  v.object({ type: v.literal("wipe"), uid: Uid }),
  /** Asks for a sign of life. The worker answers "done". */
  v.object({ type: v.literal("ping") }),
  /** The user accepted the update. */
  v.object({ type: v.literal("SKIP_WAITING") }),
]);
export type PageMessage = v.InferOutput<typeof PageMessage>;

/** From the worker to a page, which replies with `PageAnswer` on the message's port. */
export const WorkerMessage = v.variant("type", [
  /** The signed URL of this song has expired: requests a fresh one. */
  v.object({ type: v.literal("fresh-url"), uid: Uid, path: v.string() }),
  /** The operator has taken the worker out of action; see `retire-worker.js`. */
  v.object({ type: v.literal("retired") }),
  /** A worker that was started again asks whose page this is. The page sends `account`. */
  v.object({ type: v.literal("whose") }),
]);
export type WorkerMessage = v.InferOutput<typeof WorkerMessage>;

export const PageAnswer = v.variant("type", [
  /** Null when the page could not get one. */
  v.object({ type: v.literal("url"), url: v.nullable(Url) }),
  /** The song no longer exists on the server. */
  v.object({ type: v.literal("gone") }),
]);
export type PageAnswer = v.InferOutput<typeof PageAnswer>;

/** The state of a song's file; a damaged file is `dropped` and downloads again. */
export const StoredFile = v.picklist(["absent", "whole", "dropped"]);
export type StoredFile = v.InferOutput<typeof StoredFile>;

export const WorkerAnswer = v.variant("type", [
  v.object({ type: v.literal("done") }),
  v.object({ type: v.literal("checked"), file: StoredFile }),
  /** See `mediaPath`. */
  v.object({ type: v.literal("files"), paths: v.array(v.string()) }),
]);
export type WorkerAnswer = v.InferOutput<typeof WorkerAnswer>;

/** Background Sync tag for sending queued changes (specification 17.28). */
export const sendingTag = "offbeat-outbox";

/** The state of a download. */
const DownloadState = v.picklist(["wanted", "downloading", "ready", "failed"]);
type DownloadState = v.InferOutput<typeof DownloadState>;

/** A row of the table `downloads`: its state, and a snapshot to show the song offline. */
export const Download = v.object({
  songId: Id,
  state: DownloadState,
  /** Cache key: the path of the audio URL, without the changing signature. */
  path: v.string(),
  ...v.omit(SongSnapshot, ["_id"]).entries,
  received: v.number(),
  /** Why it is wanted: `favourites`, ids of kept playlists. Absent in rows of older versions. */
  reasons: v.optional(v.array(v.string())),
  /** Reason of a failure: `quota`, `network`, `gone`, `mismatch`; `limit`: beyond the limit that the user has set. */
  problem: v.optional(v.string()),
  /** Earliest time of the next attempt, milliseconds since the epoch. */
  notBefore: v.optional(v.number()),
  /** Consecutive failed attempts. */
  attempts: v.optional(v.number()),
  /** Priority, highest first; a newer request ranks above all earlier ones. */
  rank: v.optional(v.number()),
});
export type Download = v.InferOutput<typeof Download>;

/** One audio cache per account. */
export const audioCache = (uid: string) => `offbeat-audio-${uid}`;
/** Parts of interrupted downloads, one cache per account; keys are the audio's with `?part=n`. */
export const partsCache = (uid: string) => `offbeat-parts-${uid}`;
/** Covers of one account, deleted with it. Their URLs are unguessable, so sharing them would do no harm. */
export const coverCache = (uid: string) => `offbeat-covers-${uid}`;

/** The cache key of a media URL: its path, without origin and signature. */
export const mediaPath = (url: string) => url.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/s, "");
