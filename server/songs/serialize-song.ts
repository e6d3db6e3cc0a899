/** Addresses that songs carry (specification 12.3, 15.12). */
import type { Song } from "../../contract/songs.ts";
import type { AppContext } from "../app-context.ts";
import { mediaUrl } from "../media/asset-ids.ts";
import { signMedia } from "../media/signed-urls.ts";

export type UrlDeps = Pick<AppContext, "mediaKey" | "now">;

/** The audio of a private song, signed for this listener (specification 15.12). */
export const signedUrl = ({ mediaKey, now }: UrlDeps, asset: string, uid: string) =>
  `${mediaUrl(asset)}?${signMedia(mediaKey, asset, uid, now())}`;

/** A song of an older answer, its address signed anew. */
export function renewSong(deps: UrlDeps, uid: string, song: Song): Song {
  const asset = song.url.replace(/^\/media\/|\?.*$/g, "");
  return { ...song, url: song.private ? signedUrl(deps, asset, uid) : mediaUrl(asset) };
}
