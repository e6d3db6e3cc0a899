/** Routes of the search. */
import { foldCase } from "../../contract/rules/fold-case.ts";
import { search, searchIndex } from "../../contract/search.ts";
import type { Caller } from "../users/caller.ts";
import type { Router } from "../http/router.ts";
import { createConcurrencyLimit } from "../lib/concurrency-limit.ts";
import { findPlaylists } from "../playlists/playlist-lists.ts";
import { toPlaylistSummary } from "../playlists/serialize-playlist.ts";
import type { SongJsonCache } from "../songs/song-json-cache.ts";
import { findSongs } from "../songs/song-lists.ts";
import { findArtists } from "../users/people.ts";
import { toUserSummary } from "../users/serialize-user.ts";
import { readSearchIndex } from "./search-index.ts";

/** An index takes the database some fifty times as long as a list: two at a time leave it to the lists. */
const indexesAtOnce = 2;

export function searchRoutes(router: Router<Caller>, songJson: SongJsonCache): void {
  router.withProfile(search, async ({ query, caller, db }) => {
    const { q, limit } = query;
    if (q.trim() === "") return { data: { artists: [], songs: [], playlists: [] } };
    const pattern = containing(q);
    const [artists, songs, playlists] = await Promise.all([
      findArtists(db, pattern, limit),
      findSongs(db, caller.uid, pattern, limit),
      findPlaylists(db, caller.uid, pattern, limit),
    ]);
    return {
      data: {
        artists: artists.map(toUserSummary),
        songs: await songJson.write(caller.uid, songs),
        playlists: playlists.map(toPlaylistSummary),
      },
    };
  });

  const limitIndexes = createConcurrencyLimit(indexesAtOnce, Infinity);
  router.withProfile(searchIndex, async ({ caller, db }) => ({
    data: await limitIndexes(() => readSearchIndex(db, caller.uid)),
  }));
}

/** A LIKE pattern for the folded columns; escapes wildcards in the user's text. */
const containing = (q: string) => `%${foldCase(q).replace(/[\\%_]/g, "\\$&")}%`;
