/**
 * Tells the statistics service about a song, and lets it rank the genres anew, so that "Top 3 {genre} songs" follow soon
 * (specification 4.18, 14.5). It also finds changes by itself, so a lost call does no harm.
 */
import * as v from "valibot";
import { Genre } from "../../../contract/rules/genres.ts";
import type { Song } from "../../../contract/songs.ts";
import { registerSong, unregisterSong, updateGenres } from "../../../contract/statistics.ts";
import type { Api } from "../../api/api-client.ts";

/** For a song that is public now, or has another genre. */
export function announceSong(api: Api, song: Pick<Song, "_id" | "owner" | "genre">): void {
  const songData = { _id: song._id, owner: song.owner, genre: v.parse(Genre, song.genre) };
  rankAfter(api, api.call(registerSong, { body: { songData } }));
}

/** For a song that was hidden or deleted. */
export function announceRemoval(api: Api, songId: string): void {
  rankAfter(api, api.call(unregisterSong, { params: { id: songId } }));
}

/** The service ranks at most once a minute, however many songs change. */
const rankAfter = (api: Api, told: Promise<unknown>) =>
  void told
    .then(() => api.call(updateGenres))
    .catch((error: unknown) => console.info("The statistics service was not told", error));
