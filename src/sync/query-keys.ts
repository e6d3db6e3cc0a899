/** Keys of the queries that queued operations change, shared by screens, drainer and storage. */
import { type List, playlistIdOf, songsOfPlaylist } from "../../contract/list-names.ts";
import type { Touched } from "../../contract/outbox-operations.ts";

/** The key of the query that holds a list. */
export function listKey(list: List, uid: string): readonly [string, string, ...string[]] {
  switch (list) {
    case "favourites":
    case "own-songs":
    case "own-playlists":
    case "followed-playlists":
    case "followed-people":
      return [list, uid];
    default:
      return [...playlistSongsKey(uid), playlistIdOf(list)];
  }
}

/** The prefix of the query keys of the songs' ids of playlists. */
export const playlistSongsKey = (uid: string) => ["playlist-songs", uid] as const;

/** The prefix of the query keys of songs of lists. */
export const listedSongsKey = (uid: string) => ["songs", uid] as const;

/** The prefix of the query keys of a list's songs. @param list names the list in query keys */
export const songsOfListKey = (uid: string, list: string) => [...listedSongsKey(uid), list] as const;

/** The name of the favourites in the query keys of their songs. */
export const favouriteSongs = "favourites";

/** The name of the own songs in the query keys of their songs. */
export const ownSongs = "own";

/** The prefix of the query keys of songs' words. */
export const lyricsKey = (uid: string) => ["lyrics", uid] as const;

/**
 * Prefixes of the query keys whose results stay on the device: what its favourites and the kept playlists show.
 */
export const pinnedKeys = (uid: string, keptPlaylists: readonly string[]): (readonly string[])[] => [
  listKey("favourites", uid),
  songsOfListKey(uid, favouriteSongs),
  lyricsKey(uid),
  ...keptPlaylists.flatMap((id) => [
    [...playlistsKey(uid), "one", id],
    listKey(songsOfPlaylist(id), uid),
    songsOfListKey(uid, id),
  ]),
];

/** The prefix of the query keys of playlists. */
export const playlistsKey = (uid: string) => ["playlists", uid] as const;

/** The prefix of the query keys of people. */
export const peopleKey = (uid: string) => ["people", uid] as const;

/** The prefix of the query keys of profiles, whoever is signed in. */
export const anyMeKey = ["me"] as const;

/** The key of the query that holds the own profile. */
export const meKey = (uid: string) => [...anyMeKey, uid] as const;

/** The queries over all songs: what one's own upload, edit or deletion changes without being in the outbox. */
const libraryQueries = ["search-index", "candidates", "listened", "liked", "newest", "top-songs"] as const;

export const libraryKey = (query: (typeof libraryQueries)[number], uid: string) => [query, uid] as const;

export const libraryKeys = (uid: string) => libraryQueries.map((query) => libraryKey(query, uid));

/** The prefixes of the query keys of everything that a user changes. */
export const changeableKeys = (uid: string) =>
  [
    ...(["favourites", "own-songs", "own-playlists", "followed-playlists", "followed-people"] as const).map((list) =>
      listKey(list, uid),
    ),
    playlistSongsKey(uid),
    meKey(uid),
    playlistsKey(uid),
    peopleKey(uid),
  ] as const;

/** The prefix of the query keys that a change outdates. */
export function keyOf(touched: Touched, uid: string): readonly unknown[] {
  switch (touched) {
    case "playlists":
      return playlistsKey(uid);
    case "people":
      return peopleKey(uid);
    default:
      return listKey(touched, uid);
  }
}
