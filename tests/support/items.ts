/** Songs as the server answers them, for tests of the page: each says only what it is about. */
import type { Song } from "../../contract/songs.ts";

/** The `n`th id, in order of `n`. */
export const idOf = (n: number): string => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, "0")}`;

/** The `n`th song: public, Ben's, a minute long. */
export const songOf = (n: number, fields: Partial<Song> = {}): Song => ({
  _id: idOf(n),
  original_id: idOf(n),
  title: `Song ${n}`,
  artist: "Ben",
  album: null,
  genre: "Ska",
  songImage: null,
  duration: 60,
  url: `/media/${n}`,
  private: false,
  owner: "ben",
  playCount: 0,
  likes: 0,
  liked: false,
  bytes: 3,
  sha256: null,
  mimeType: "audio/mpeg",
  gain: null,
  peak: null,
  createdAt: "2026-11-22T12:00:00.000Z",
  ...fields,
});
