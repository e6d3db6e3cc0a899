/** Routes of the search. */
import { search, searchIndex } from "../../contract/search.ts";
import type { Caller } from "../users/caller.ts";
import { toSearchText } from "../db/search-text.ts";
import type { Router } from "../http/router.ts";
import { type ConcurrencyLimit, createConcurrencyLimit } from "../lib/concurrency-limit.ts";
import { findPlaylists } from "../playlists/playlist-lists.ts";
import { toPlaylistSummary } from "../playlists/serialize-playlist.ts";
import type { SongJsonCache } from "../songs/song-json-cache.ts";
import { findSongs } from "../songs/song-lists.ts";
import { findArtists } from "../users/people.ts";
import { toUserSummary } from "../users/serialize-user.ts";
import { readSearchIndex } from "./search-index.ts";

/** An index takes the database some fifty times as long as a list: two at a time leave it to the lists. */
const indexesAtOnce = 2;
/** People whose index waits; more are refused for a moment. */
const maxWaiting = 200;

export function searchRoutes(router: Router<Caller>, songJson: SongJsonCache): void {
  router.withProfile(search, async ({ query, caller, db }) => {
    const { q, limit } = query;
    if (q.trim() === "") return { data: { artists: [], songs: [], playlists: [] } };
    const text = toSearchText(q);
    const [artists, songs, playlists] = await Promise.all([
      findArtists(db, text, limit),
      findSongs(db, caller.uid, text, limit),
      findPlaylists(db, caller.uid, text, limit),
    ]);
    return {
      data: {
        artists: artists.map(toUserSummary),
        songs: await songJson.write(caller.uid, songs),
        playlists: playlists.map(toPlaylistSummary),
      },
    };
  });

  const readCoalesced = coalesceByUser(createConcurrencyLimit(indexesAtOnce, maxWaiting), readSearchIndex);
  router.withProfile(searchIndex, async ({ caller, db }) => ({ data: await readCoalesced(db, caller.uid) }));
}

/** However often a person asks, one index of theirs waits: as it is read after all of these requests, it is right for each. */
function coalesceByUser(limit: ConcurrencyLimit, read: typeof readSearchIndex): typeof readSearchIndex {
  const waiting = new Map<string, ReturnType<typeof readSearchIndex>>();
  return async (db, uid) => {
    const earlier = waiting.get(uid);
    if (earlier !== undefined) return earlier;
    let isWaiting = true;
    const stopWaiting = () => {
      isWaiting = false;
      waiting.delete(uid);
    };
    const index = limit(() => {
      stopWaiting();
      return read(db, uid);
    });
    if (isWaiting) waiting.set(uid, index);
    // Where too many wait, it never begins.
    return index.catch((error: unknown) => {
      if (isWaiting) stopWaiting();
      throw error;
    });
  };
}
