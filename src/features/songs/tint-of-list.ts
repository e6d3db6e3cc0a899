import type { SongSnapshot } from "../../../contract/songs.ts";
import { tintOf } from "../../ui/cover-color.ts";

interface List {
  /** The list's own image, and its colour. */
  image?: string | null;
  color?: string | null | undefined;
  /** Its songs, as far as they are loaded. */
  songs: readonly SongSnapshot[];
  /** Of the drawn cover where there is no picture at all. */
  seed: string;
}

/** The colour behind a list's cover (specification 20.22): of its image, else of the first song with a picture. */
export function tintOfList({ image = null, color, songs, seed }: List): ReturnType<typeof tintOf> {
  if (image !== null) return tintOf({ image, color, seed });
  const song = songs.find(({ songImage }) => songImage !== null);
  return tintOf({ image: song?.songImage, color: song?.songColor, seed });
}
