/** The search route. */
import { foldCase } from "../../contract/rules/fold-case.ts";
import { search } from "../../contract/search.ts";
import type { Caller } from "../users/caller.ts";
import type { Router } from "../http/router.ts";
import { findPlaylists } from "../playlists/playlist-lists.ts";
import { toPlaylist } from "../playlists/serialize-playlist.ts";
import type { SongJsonCache } from "../songs/song-json-cache.ts";
import { findSongs } from "../songs/song-lists.ts";
import { findArtists } from "../users/people.ts";
import { createUserSerializer } from "../users/serialize-user.ts";

export function searchRoutes(router: Router<Caller>, songJson: SongJsonCache): void {
  router.withProfile(search, async ({ query, caller, db }) => {
    const { q, limit } = query;
    if (q.trim() === "") return { data: { artists: [], songs: [], playlists: [] } };
    const pattern = containing(q);
    const [artists, songs, playlists] = await Promise.all([
      findArtists(db, caller.uid, pattern, limit),
      findSongs(db, caller.uid, pattern, limit),
      findPlaylists(db, caller.uid, pattern, limit),
    ]);
    return {
      data: {
        artists: artists.map(createUserSerializer(caller.uid)),
        songs: await songJson.write(caller.uid, songs),
        playlists: playlists.map(toPlaylist),
      },
    };
  });
}

/** A LIKE pattern for the folded columns; escapes wildcards in the user's text. */
const containing = (q: string) => `%${foldCase(q).replace(/[\\%_]/g, "\\$&")}%`;
