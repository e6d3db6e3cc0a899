/** Renews the URL of a song's audio: the signatures of private songs expire. */
import { mediaPath } from "../../../contract/worker-messages.ts";
import type { App } from "../../app/app-context.ts";
import { fetchSongs } from "./song-parts.ts";

/** Returns an absolute URL with a valid signature; null if the song is gone. Throws ApiError. */
export async function freshSource(app: App, songId: string): Promise<string | null> {
  const [song] = await fetchSongs(app.api, [songId]);
  return song === undefined ? null : app.config.mediaUrl(song.url);
}

/** The same for the worker, which knows only the song's path. */
export async function freshUrl(app: App, path: string): Promise<string | null | undefined> {
  const songId = await songIdOf(app, path);
  return songId === undefined ? undefined : freshSource(app, songId);
}

/** Finds the path in the downloads or in the player's queue. */
async function songIdOf(app: App, path: string): Promise<string | undefined> {
  const download = await app.account()?.db.downloads.where("path").equals(path).first();
  if (download !== undefined) return download.songId;
  const queued = app
    .loadedAudio()
    ?.state()
    .queue.find((track) => mediaPath(track.url) === path);
  return queued?.songId;
}
