/** Tells the statistics service about a song (specification 4.18). It also finds changes by itself, so a lost call does no harm. */
import * as v from "valibot";
import { Genre } from "../../../contract/rules/genres.ts";
import type { Song } from "../../../contract/songs.ts";
import { registerSong, unregisterSong } from "../../../contract/statistics.ts";
import type { Api } from "../../api/api-client.ts";

/** For a song that is public now, or has another genre. */
export function announceSong(api: Api, song: Pick<Song, "_id" | "owner" | "genre">): void {
  const songData = { _id: song._id, owner: song.owner, genre: v.parse(Genre, song.genre) };
  api.call(registerSong, { body: { songData } }).catch(report);
}

/** For a song that was hidden or deleted. */
export function announceRemoval(api: Api, songId: string): void {
  api.call(unregisterSong, { params: { id: songId } }).catch(report);
}

const report = (error: unknown) => console.info("The statistics service was not told", error);
