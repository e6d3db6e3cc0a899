/** Endpoints of the statistics service: public, and harmless to call. */
import * as v from "valibot";
import { data, endpoint, list } from "./endpoint.ts";
import { Genre } from "./rules/genres.ts";
import { Id, Page, Time, Uid } from "./common-schemas.ts";

/** A place in a ranking; the song itself is fetched by its id (specification 12.6). */
export const Ranked = v.object({
  original_id: Id,
  genre: v.string(),
  playCount: v.optional(v.number()),
  likes: v.optional(v.number()),
  /** From 1. */
  rank: v.number(),
});
export type Ranked = v.InferOutput<typeof Ranked>;

const Limit = v.object({ limit: Page.entries.limit });

export const newSongs = endpoint("GET", "/new-songs", {
  base: "statistics",
  query: Limit,
  reply: list(Ranked),
});

/** Announces a song. The body is validated but not trusted: rankings come from the main database. */
export const registerSong = endpoint("POST", "/song", {
  base: "statistics",
  body: v.object({ songData: v.object({ _id: Id, owner: Uid, genre: Genre }) }),
  reply: v.undefined_(),
  status: 204,
});

export const popularSongs = endpoint("GET", "/popular-songs", {
  base: "statistics",
  query: Limit,
  reply: list(Ranked),
});

/** The most played songs of a genre. */
export const songsOfGenre = endpoint("PUT", "/song-genre/", {
  base: "statistics",
  isRead: true,
  body: v.object({ genre: Genre }),
  reply: list(Ranked),
});

const ById = v.object({ id: Id });

/** These two announce a change of a song, like `registerSong`. */
export const countPlay = endpoint("PATCH", "/song-played/{id}", {
  base: "statistics",
  params: ById,
  reply: v.undefined_(),
  status: 204,
});

export const unregisterSong = endpoint("DELETE", "/delete-song/{id}", {
  base: "statistics",
  params: ById,
  reply: v.undefined_(),
  status: 204,
});

/** Recomputes the genre ranking, at most once a minute; returns the time of the last run. */
export const updateGenres = endpoint("GET", "/update_genres/", {
  base: "statistics",
  reply: data(v.object({ updatedAt: Time })),
});
