/** From rows to the song of the contract (specification 12.3). */
import type { Song } from "../../contract/songs.ts";
import type { Deps } from "../deps.ts";
import { signMedia } from "../media/sign.ts";
import type { SongRow } from "./lists.ts";

export const mediaUrl = (asset: string) => `/media/${asset}`;

export const imageUrl = (asset: string | null) => (asset === null ? null : mediaUrl(asset));

/** Shapes songs as this caller sees them: the address of a private one is signed for them (specification 15.12). */
export function songShaper({ mediaKey, now }: Pick<Deps, "mediaKey" | "now">, uid: string) {
  const nowMs = now();
  return (row: SongRow): Song => ({
    _id: row.id,
    original_id: row.id,
    title: row.title,
    artist: row.artist,
    album: row.album,
    genre: row.genre,
    songImage: imageUrl(row.image),
    duration: row.duration,
    url: row.private
      ? `${mediaUrl(row.audio)}?${signMedia(mediaKey, row.audio, uid, nowMs)}`
      : mediaUrl(row.audio),
    private: row.private,
    owner: row.owner,
    playCount: row.plays,
    likes: row.likes,
    liked: row.liked,
    bytes: row.bytes,
    sha256: row.sha256,
    mimeType: row.mime_type,
    gain: row.gain,
    createdAt: new Date(row.created_at).toISOString(),
  });
}
