/** What an audio file says about itself, as the form takes it (specification 4.9). Pure. */
import type { Genre } from "../../../contract/rules/genres.ts";
import { genreOfTag } from "./genre-of-tag.ts";

/** The part of a file's tags that matters here; the parser's common tags have this shape. */
export interface Tags {
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

/** A tag that is absent leaves its field empty, but a title can always be had from the name. */
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
  // A number is a track's place only if a title follows it.
  const withoutPlace = bare.replace(/^\d{1,3}(?:\s*[-.)]\s*|\s+(?=\p{L}))/u, "");
  return withoutPlace || bare;
}

/** Tags of old are padded with null characters and blanks. */
const clean = (text: string | undefined) => (text ?? "").replaceAll("\0", " ").replace(/\s+/g, " ").trim();
