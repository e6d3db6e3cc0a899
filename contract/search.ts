/** Search on the server, for libraries that are too big for the client. */
import * as v from "valibot";
import { data, endpoint } from "./endpoint.ts";
import { Playlist } from "./playlists.ts";
import { Song } from "./songs.ts";
import { User } from "./users.ts";
import { Page } from "./common-schemas.ts";

export const search = endpoint("GET", "/search", {
  query: v.object({ q: v.pipe(v.string(), v.maxLength(200)), limit: Page.entries.limit }),
  reply: data(v.object({ artists: v.array(User), songs: v.array(Song), playlists: v.array(Playlist) })),
});
