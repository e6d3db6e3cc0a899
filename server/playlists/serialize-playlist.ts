/** Turns a row into the contract's playlist. */
import type { Playlist } from "../../contract/playlists.ts";
import { imageUrl } from "../media/asset-ids.ts";
import { userNameOf } from "../users/profile-rows.ts";
import type { PlaylistRow } from "./playlist-lists.ts";

export const toPlaylist = (row: PlaylistRow): Playlist => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  genre: row.genre,
  private: row.private,
  playlistImage: imageUrl(row.image),
  songs: row.songs,
  songCount: row.songs.length,
  owner: row.owner,
  ownerName: userNameOf(row.owner_first_name, row.owner_last_name),
  followers: row.followers,
  followed: row.followed,
  createdAt: new Date(row.created_at).toISOString(),
});
