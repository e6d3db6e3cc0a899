/** Maps an audio file's tags to form fields (specification 4.9). Pure. */
import type { Genre } from "../../../contract/rules/genres.ts";
import { genreOfTag } from "./genre-of-tag.ts";

/** The used part of the parser's common tags. */
interface Tags {
  title?: string | undefined;
  artist?: string | undefined;
  artists?: readonly string[] | undefined;
  albumartist?: string | undefined;
  album?: string | undefined;
  genre?: readonly string[] | undefined;
}

export interface FoundFields {
  title: string;
  artist: string;
  album: string;
  genre: Genre | "";
}

/** A missing tag leaves its field empty; a missing title comes from the file name. */
export function fieldsOfTags(tags: Tags, fileName: string): FoundFields {
  return {
    title: clean(tags.title) || titleOfName(fileName),
    artist: clean(tags.artist) || clean(tags.artists?.join(", ")) || clean(tags.albumartist),
    album: clean(tags.album),
    genre: genreOfTag(tags.genre) ?? "",
  };
}

/** `03 - Slow_tide.mp3` is "Slow tide". */
export function titleOfName(fileName: string): string {
  const bare = clean(fileName.replace(/\.[^.]{1,5}$/, "").replaceAll("_", " "));
  // A number is a track number only if a title follows it.
  const withoutPlace = bare.replace(/^\d{1,3}(?:\s*[-.)]\s*|\s+(?=\p{L}))/u, "");
  return withoutPlace || bare;
}

/** Old tags are padded with null characters and spaces, or end in the middle of a character. */
const clean = (text: string | undefined) =>
  (text ?? "")
    .replace(/[\0\p{Cs}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
