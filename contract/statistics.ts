/** The statistics service: no token, harmless whoever calls it (specification 14). */
import * as v from "valibot";
import { endpoint, list } from "./endpoint.ts";
import { Genre } from "./rules/genres.ts";
import { Id, Page, Uid } from "./values.ts";

export const Ranked = v.object({
  original_id: Id,
  genre: v.string(),
  playCount: v.optional(v.number()),
  likes: v.optional(v.number()),
  rank: v.number(),
});
export type Ranked = v.InferOutput<typeof Ranked>;

export const newSongs = endpoint("GET", "/new-songs", {
  base: "statistics",
  query: v.object({ limit: Page.entries.limit }),
  reply: list(Ranked),
});

/** Makes the service look at that song again in the main database; the body is validated and not believed. */
export const registerSong = endpoint("POST", "/song", {
  base: "statistics",
  body: v.object({ songData: v.object({ _id: Id, owner: Uid, genre: Genre }) }),
  reply: v.undefined_(),
  status: 204,
});
