/** From rows to the song of the contract (specification 12.3). */
import type { Song } from "../../contract/songs.ts";
import type { Deps } from "../deps.ts";
import { signMedia } from "../media/sign.ts";
import type { SongRow } from "./lists.ts";

type ShapeDeps = Pick<Deps, "mediaKey" | "now">;

export const mediaUrl = (asset: string) => `/media/${asset}`;

export const imageUrl = (asset: string | null) => (asset === null ? null : mediaUrl(asset));

/** The song's audio, signed for this listener where it is private (specification 15.12). */
const audioUrl = (key: Uint8Array, asset: string, isPrivate: boolean, uid: string, nowMs: number) =>
  isPrivate ? `${mediaUrl(asset)}?${signMedia(key, asset, uid, nowMs)}` : mediaUrl(asset);

/** A song of an older answer, its address signed anew. */
export function renewSong({ mediaKey, now }: ShapeDeps, uid: string, song: Song): Song {
  const asset = song.url.replace(/^\/media\/|\?.*$/g, "");
  return { ...song, url: audioUrl(mediaKey, asset, song.private, uid, now()) };
}

/** Shapes songs as this caller sees them. */
export function songShaper({ mediaKey, now }: ShapeDeps, uid: string) {
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
    url: audioUrl(mediaKey, row.audio, row.private, uid, nowMs),
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
