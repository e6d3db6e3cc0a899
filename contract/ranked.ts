/** A place in a ranking; the song itself is fetched by its id (specification 12.6). */
import * as v from "valibot";
import { Id } from "./common-schemas.ts";

export const Ranked = v.object({
  original_id: Id,
  genre: v.string(),
  playCount: v.optional(v.number()),
  likes: v.optional(v.number()),
  /** From 1. */
  rank: v.number(),
});
export type Ranked = v.InferOutput<typeof Ranked>;
