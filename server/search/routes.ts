/** Search on the server (specification 3.8, 13.6). */
import { foldCase } from "../../contract/rules/match.ts";
import { search } from "../../contract/search.ts";
import type { Deps } from "../deps.ts";
import type { Router } from "../http/router.ts";
import { findPlaylists } from "../playlists/lists.ts";
import { toPlaylist } from "../playlists/shape.ts";
import { findSongs } from "../songs/lists.ts";
import { songShaper } from "../songs/shape.ts";
import { findArtists } from "../users/people.ts";
import { userShaper } from "../users/shape.ts";

export function searchRoutes(router: Router, deps: Deps): void {
  router.withProfile(search, async ({ query, caller, db }) => {
    const { q, limit } = query;
    if (q.trim() === "") return { data: { artists: [], songs: [], playlists: [] } };
    const pattern = containing(q);
    const artists = await findArtists(db, caller.uid, pattern, limit);
    const songs = await findSongs(db, caller.uid, pattern, limit);
    const playlists = await findPlaylists(db, caller.uid, pattern, limit);
    return {
      data: {
        artists: artists.map(userShaper(caller.uid)),
        songs: songs.map(songShaper(deps, caller.uid)),
        playlists: playlists.map(toPlaylist),
      },
    };
  });
}

/** A pattern of LIKE for the folded columns; what the user types stands for itself. */
const containing = (q: string) => `%${foldCase(q).replace(/[\\%_]/g, "\\$&")}%`;
