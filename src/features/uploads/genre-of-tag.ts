/** Maps the genre tag of a file to one of our 17 genres (specification 8.14). Pure. */
import { type Genre, genres } from "../../../contract/rules/genres.ts";

/** Common spellings of genres, normalized by `wordsOf`. */
const aliases: Record<string, Genre> = {
  edm: "Electronic dance music (EDM)",
  dance: "Electronic dance music (EDM)",
  electronic: "Electronic dance music (EDM)",
  electronica: "Electronic dance music (EDM)",
  "electronic dance music": "Electronic dance music (EDM)",
  "dance and electronic": "Electronic dance music (EDM)",
  house: "Electronic dance music (EDM)",
  "deep house": "Electronic dance music (EDM)",
  trance: "Electronic dance music (EDM)",
  dubstep: "Electronic dance music (EDM)",
  "drum and bass": "Electronic dance music (EDM)",
  hiphop: "Hip-hop",
  "hip hop": "Hip-hop",
  "hip hop rap": "Hip-hop",
  "rap hip hop": "Hip-hop",
  "trip hop": "Hip-hop",
  indie: "Indie rock",
  "indie pop": "Indie rock",
  "alternative rock": "Indie rock",
  alternative: "Indie rock",
  "k pop": "K-pop",
  kpop: "K-pop",
  "korean pop": "K-pop",
  "heavy metal": "Metal",
  "death metal": "Metal",
  "black metal": "Metal",
  "thrash metal": "Metal",
  oldie: "Oldies",
  "rhythm and blues": "Rhythm & blues (R&B)",
  "r and b": "Rhythm & blues (R&B)",
  rnb: "Rhythm & blues (R&B)",
  "r n b": "Rhythm & blues (R&B)",
  "contemporary r and b": "Rhythm & blues (R&B)",
  "r and b soul": "Rhythm & blues (R&B)",
  soul: "Rhythm & blues (R&B)",
  "classic rock": "Rock",
  "hard rock": "Rock",
  "progressive rock": "Rock",
  "rock and roll": "Rock",
  "rock n roll": "Rock",
  "pop rock": "Rock",
  "synth pop": "Pop",
  synthpop: "Pop",
  "folk rock": "Folk",
  folklore: "Folk",
  "singer songwriter": "Folk",
  acoustic: "Folk",
  "country and western": "Country",
  bluegrass: "Country",
  dub: "Reggae",
  dancehall: "Reggae",
  "punk rock": "Punk",
  "pop punk": "Punk",
  "ska punk": "Ska",
  "smooth jazz": "Jazz",
  bebop: "Jazz",
  swing: "Jazz",
};

/** Normalizes case, hyphens, ampersands and brackets. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll("+", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const known = new Map<string, Genre>([
  ...genres.map((genre): [string, Genre] => [wordsOf(genre), genre]),
  ...Object.entries(aliases),
]);

/**
 * Returns the first known genre. A tag may contain several, separated by `;`, `,`, `/` or a null character.
 */
export function genreOfTag(tag: readonly string[] | undefined): Genre | undefined {
  for (const text of tag ?? []) {
    const parts = [text, ...text.split(/[;,/\0]/)];
    for (const part of parts) {
      const genre = known.get(wordsOf(part));
      if (genre !== undefined) return genre;
    }
  }
  return undefined;
}
