/** The audio URLs of songs. */
import type { Song } from "../../contract/songs.ts";
import type { AppContext } from "../app-context.ts";
import { mediaUrl } from "../media/asset-ids.ts";
import { signMedia } from "../media/signed-urls.ts";

export type UrlDeps = Pick<AppContext, "mediaKey" | "now">;

/** Returns the URL of a private song's audio, signed for this listener (specification 15.12). */
export const signedUrl = ({ mediaKey, now }: UrlDeps, asset: string, uid: string) =>
  `${mediaUrl(asset)}?${signMedia(mediaKey, asset, uid, now())}`;

/** Re-signs the URL of a song from a stored response. */
export function resignSong<S extends Pick<Song, "url" | "private">>(deps: UrlDeps, uid: string, song: S): S {
  const asset = song.url.replace(/^\/media\/|\?.*$/g, "");
  return { ...song, url: song.private ? signedUrl(deps, asset, uid) : mediaUrl(asset) };
}
