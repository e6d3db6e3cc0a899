/** Endpoints of songs, likes and plays. */
import * as v from "valibot";
import { data, endpoint, list } from "./endpoint.ts";
import { Ranked } from "./statistics.ts";
import { Upload } from "./media.ts";
import { idsPerRequest } from "./rules/limits.ts";
import { MeasuredLoudness } from "./rules/loudness.ts";
import { SongForm, SongPatch } from "./rules/validation.ts";
import { boundedList, Caller, Color, Id, IdsOnly, NewOrder, Order, Page, Time, Uid, Url } from "./common-schemas.ts";

export const Song = v.object({
  _id: Id,
  original_id: Id,
  title: v.string(),
  artist: v.string(),
  album: v.nullable(v.string()),
  genre: v.string(),
  songImage: v.nullable(Url),
  songColor: Color,
  /** Seconds. */
  duration: v.number(),
  /**
   * URL of the audio. It is signed for private songs and changes every hour, so it never identifies a song; `_id` does.
   */
  url: Url,
  private: v.boolean(),
  owner: Uid,
  playCount: v.number(),
  likes: v.number(),
  liked: v.boolean(),
  bytes: v.number(),
  /** Lower-case hexadecimal SHA-256 of the whole audio file. */
  sha256: v.nullable(v.string()),
  mimeType: v.string(),
  /** ReplayGain 2: dB to -18 LUFS. */
  gain: v.nullable(v.number()),
  /** The largest sample; 1 is full scale. Absent in what a device stored long ago. */
  peak: v.optional(v.nullable(v.number()), null),
  /** Whether `songLyrics` has any. Absent in older copies on a device. */
  hasLyrics: v.optional(v.boolean()),
  createdAt: Time,
});
export type Song = v.InferOutput<typeof Song>;

/** Stored with a queued like or a download, so that the song can be shown and played offline. */
export const SongSnapshot = v.object({
  ...v.pick(Song, [
    "_id",
    "title",
    "artist",
    "album",
    "genre",
    "songImage",
    "songColor",
    "duration",
    "url",
    "private",
    "owner",
    "bytes",
    "sha256",
    "mimeType",
    "hasLyrics",
  ]).entries,
  // Absent in older copies, too.
  gain: v.optional(Song.entries.gain, null),
  peak: Song.entries.peak,
});
export type SongSnapshot = v.InferOutput<typeof SongSnapshot>;

const ById = v.object({ id: Id });
const ByUid = v.object({ id: Uid });

export const createSong = endpoint("POST", "/songs", {
  body: v.object({
    song: SongForm,
    metadata: Upload,
    image: v.optional(v.nullable(Url), null),
    /** As the browser measured it; the file's own tags count more. */
    loudness: v.optional(MeasuredLoudness),
  }),
  reply: data(Song),
  status: 201,
});

/** At most 100 comma-separated ids; the response keeps their order and omits invisible songs. */
export const songsByIds = endpoint("GET", "/songs", {
  query: v.object({
    ids: v.pipe(
      v.union([v.string(), boundedList(v.string(), idsPerRequest)]),
      v.transform((ids) => (typeof ids === "string" ? ids.split(",") : ids)),
      boundedList(Id, idsPerRequest),
      v.minLength(1),
    ),
  }),
  reply: list(Song),
});

const LyricLine = v.object({
  /** Seconds from the start of the song; null in lyrics without times. All lines have one, or none. */
  at: v.nullable(v.number()),
  text: v.string(),
});
export type LyricLine = v.InferOutput<typeof LyricLine>;

export const Lyrics = v.object({ lines: v.array(LyricLine) });
export type Lyrics = v.InferOutput<typeof Lyrics>;

/** The words in the tags of its file; no lines without any. Anyone who sees the song sees them. */
export const songLyrics = endpoint("GET", "/songs/{id}/lyrics", { params: ById, reply: data(Lyrics) });

export const publicSongs = endpoint("GET", "/songs/public-songs", {
  query: Page,
  reply: list(Song),
});

export const songsOfUser = endpoint("GET", "/songs/mysongs/{id}", {
  params: ByUid,
  query: Page,
  reply: list(Song),
});

export const songIdsOfUser = endpoint("GET", "/songs/mysongs/{id}", {
  params: ByUid,
  query: IdsOnly,
  reply: list(Id),
});

const LikeState = v.object({ _id: Id, liked: v.boolean(), likes: v.number() });

export const likeSong = endpoint("PATCH", "/songs/like/{id}", {
  params: ById,
  body: Caller,
  reply: data(LikeState),
});

export const cancelLikeSong = endpoint("PATCH", "/songs/cancel-like/{id}", {
  params: ById,
  body: Caller,
  reply: data(LikeState),
});

/**
 * Without `image`, or with the present URL, the cover stays; null removes it, the URL of an own new upload replaces it.
 * Making a song private that is in public playlists requires `confirmed` (specification 4.14, 4.16).
 */
export const editSong = endpoint("PATCH", "/songs/{id}", {
  params: ById,
  body: v.object({
    songData: SongPatch,
    image: v.optional(v.nullable(Url)),
    confirmed: v.optional(v.boolean(), false),
  }),
  reply: data(Song),
});

/** The specified way to delete; `deleteSong` does the same. */
export const putDeleteSong = endpoint("PUT", "/songs/{id}", {
  params: ById,
  body: Caller,
  reply: v.undefined_(),
  status: 204,
});

export const deleteSong = endpoint("DELETE", "/songs/{id}", {
  params: ById,
  body: Caller,
  reply: v.undefined_(),
  status: 204,
});

/** Time of the play by the device's clock; the server clamps it to the last 30 days. */
export const songPlayed = endpoint("PATCH", "/songs/played/{id}", {
  params: ById,
  body: v.object({ playedAt: v.optional(Time) }),
  reply: v.undefined_(),
  status: 204,
});

const PageForCaller = v.object({ ...Page.entries, ...Caller.entries });

/** All public songs and the caller's own. */
export const allSongs = endpoint("GET", "/songs/all/", { query: PageForCaller, reply: list(Song) });

/** All public songs and the caller's own; `{id}` is the caller. */
export const accessibleSongs = endpoint("GET", "/songs/accessible-songs/{id}", {
  params: ByUid,
  query: Page,
  reply: list(Song),
});

export const likedMost = endpoint("GET", "/songs/liked-most", {
  query: v.object({ limit: Page.entries.limit }),
  reply: list(Ranked),
});

/** Orders the caller's own songs; `{id}` is the caller. */
export const orderSongs = endpoint("PATCH", "/songs/order/{id}", {
  params: ByUid,
  body: NewOrder,
  reply: data(Order),
});

export const orderFavourites = endpoint("PATCH", "/songs/order-favorite/{id}", {
  params: ByUid,
  body: NewOrder,
  reply: data(Order),
});
