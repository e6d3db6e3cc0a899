/** Search: an index for the device to filter, and a search on the server for libraries that are too big for it. */
import * as v from "valibot";
import { data, endpoint } from "./endpoint.ts";
import { PlaylistSummary } from "./playlists.ts";
import { Song } from "./songs.ts";
import { UserSummary } from "./users.ts";
import { Id, Page, Uid, Url } from "./common-schemas.ts";

/** Longest text of a search on the server, in UTF-16 units. */
export const longestSearch = 200;

export const search = endpoint("GET", "/search", {
  query: v.object({ q: v.pipe(v.string(), v.maxLength(longestSearch)), limit: Page.entries.limit }),
  reply: data(v.object({ artists: v.array(UserSummary), songs: v.array(Song), playlists: v.array(PlaylistSummary) })),
});

/** The reply has arrays in place of objects: in a list of ten thousand, names of fields are a third of the bytes. */
const IndexedArtist = v.pipe(
  v.tuple([Uid, v.string(), v.nullable(Url)]),
  v.transform(([uid, userName, profileImage]) => ({ uid, userName, profileImage })),
);
export type IndexedArtist = v.InferOutput<typeof IndexedArtist>;

const IndexedSong = v.pipe(
  v.tuple([Id, v.string(), v.string(), v.string(), v.nullable(Url), v.number()]),
  v.transform(([_id, title, artist, genre, songImage, duration]) => ({
    _id,
    title,
    artist,
    genre,
    songImage,
    duration,
  })),
);
export type IndexedSong = v.InferOutput<typeof IndexedSong>;

const IndexedPlaylist = v.pipe(
  v.tuple([Id, v.string(), v.nullable(Url)]),
  v.transform(([_id, title, playlistImage]) => ({ _id, title, playlistImage })),
);
export type IndexedPlaylist = v.InferOutput<typeof IndexedPlaylist>;

/** What the device searches itself. Reads what a search result shows of all that the caller may see. */
export const searchIndex = endpoint("GET", "/search/index", {
  reply: data(
    v.object({
      /** By name. */
      artists: v.array(IndexedArtist),
      /** Newest first. */
      songs: v.array(IndexedSong),
      /** Newest first. */
      playlists: v.array(IndexedPlaylist),
      /** False when the library is larger than the index: then the server searches too. */
      complete: v.boolean(),
    }),
  ),
});
