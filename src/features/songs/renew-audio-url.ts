/** Where a song's audio is now: the signatures of private songs run out (specification 15). */
import { mediaPath } from "../../../contract/worker-messages.ts";
import type { App } from "../../app/app-context.ts";
import { fetchSongs } from "./songs-by-id.ts";

/** Absolute address with a valid signature, null when the song is gone. Throws ApiError. */
export async function freshSource(app: App, songId: string): Promise<string | null> {
  const [song] = await fetchSongs(app.api, [songId]);
  return song === undefined ? null : app.config.mediaUrl(song.url);
}

/** The same for the worker, which knows a song by its path only. */
export async function freshUrl(app: App, path: string): Promise<string | null | undefined> {
  const songId = await songIdOf(app, path);
  return songId === undefined ? undefined : freshSource(app, songId);
}

/** The path is in a download's row, or in an answer that a list or the player holds. */
async function songIdOf(app: App, path: string): Promise<string | undefined> {
  const download = await app.account()?.db.downloads.where("path").equals(path).first();
  if (download !== undefined) return download.songId;
  const queued = app
    .loadedAudio()
    ?.state()
    .queue.find((track) => mediaPath(track.url) === path);
  return queued?.songId;
}
