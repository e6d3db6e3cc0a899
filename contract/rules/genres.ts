/** The 17 genres, in the form's order. */
import * as v from "valibot";

export const genres = [
  "Country",
  "Electronic dance music (EDM)",
  "Hip-hop",
  "Indie rock",
  "Jazz",
  "K-pop",
  "Metal",
  "Oldies",
  "Pop",
  "Rap",
  "Rhythm & blues (R&B)",
  "Rock",
  "Techno",
  "Folk",
  "Ska",
  "Reggae",
  "Punk",
] as const;

export const Genre = v.picklist(genres, "The song genre is required");
export type Genre = v.InferOutput<typeof Genre>;
