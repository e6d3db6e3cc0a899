/** Maps an audio file's tags to form fields (specification 4.9). Pure. */
import type { Genre } from "../../../contract/rules/genres.ts";
import { cutText } from "../../../contract/rules/cut-text.ts";
import { genreOfTag } from "./genre-of-tag.ts";

/** The used part of the parser's common tags, which may be numbers where their types say text. */
interface Tags {
  title?: unknown;
  artist?: unknown;
  artists?: unknown;
  albumartist?: unknown;
  album?: unknown;
  genre?: unknown;
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
    artist: clean(tags.artist) || clean(textsOf(tags.artists).join(", ")) || clean(tags.albumartist),
    album: clean(tags.album),
    genre: genreOfTag(textsOf(tags.genre)) ?? "",
  };
}

/** `03 - Slow_tide.mp3` is "Slow tide". */
export function titleOfName(fileName: string): string {
  const bare = clean(fileName.replace(/\.[^.]{1,5}$/, "").replaceAll("_", " "));
  // A number is a track number only if a title follows it.
  const withoutPlace = bare.replace(/^\d{1,3}(?:\s*[-.)]\s*|\s+(?=\p{L}))/u, "");
  return withoutPlace || bare;
}

const isText = (value: unknown) => typeof value === "string";
const textsOf = (values: unknown): readonly string[] => (Array.isArray(values) ? values.filter(isText) : []);

/** More than any field may have, so that it says so; UTF-16 units. */
const longest = 500;

/** Old tags are padded with null characters and spaces, or end in the middle of a character. Some hold a whole book. */
const clean = (tag: unknown) => {
  const text = (isText(tag) ? tag : "").replace(/[\0\p{Cs}]/gu, " ").replace(/\s+/g, " ");
  return cutText(text, longest).trim();
};
