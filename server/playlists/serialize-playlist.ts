/** Turns rows into the contract's playlists. */
import type { Playlist, PlaylistSummary } from "../../contract/playlists.ts";
import { imageUrl, mediaUrl } from "../media/asset-ids.ts";
import { userNameOf } from "../users/profile-rows.ts";
import type { PlaylistRow, PlaylistWithSongs } from "./playlist-lists.ts";

export const toPlaylistSummary = (row: PlaylistRow): PlaylistSummary => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  genre: row.genre,
  private: row.private,
  playlistImage: imageUrl(row.image),
  ...(row.song_images !== null && { songImages: row.song_images.map(mediaUrl) }),
  playlistColor: row.color,
  songCount: row.song_count,
  owner: row.owner,
  ownerName: userNameOf(row.owner_first_name, row.owner_last_name),
  followers: row.followers,
  followed: row.followed,
  createdAt: new Date(row.created_at).toISOString(),
});

export const toPlaylist = (row: PlaylistWithSongs): Playlist => ({ ...toPlaylistSummary(row), songs: row.songs });
