/** Reads a playlist's songs; adds and removes songs. */
import { songsOfPlaylist } from "../../../contract/list-names.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Account } from "../../sync/account-session.ts";
import { useIdList } from "../lists/id-list.ts";
import { snapshotOf } from "../songs/song-snapshot.ts";

/** The ids of the songs that the user may see, in the playlist's order. */
export const usePlaylistSongIds = (playlistId: string) => useIdList(songsOfPlaylist(playlistId));

interface Playlist {
  _id: string;
  title: string;
}

/** Resolves when the change is stored; every screen then shows it. */
export const setInPlaylist = (
  account: Account,
  playlist: Playlist,
  song: SongSnapshot,
  added: boolean,
): Promise<void> =>
  account.change(
    { kind: "playlist-song", playlistId: playlist._id, songId: song._id, added },
    { ...snapshotOf(song), playlistTitle: playlist.title },
  );
