/** The songs of a playlist: in its order, in and out (specification 5.2, 5.7). */
import { songsOfPlaylist } from "../../../contract/list-names.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Account } from "../../sync/account-session.ts";
import { useIdList } from "../lists/id-list.ts";
import { snapshotOf } from "../songs/song-snapshot.ts";

/** The ids of its songs that the reader may see. */
export const usePlaylistSongIds = (playlistId: string) => useIdList(songsOfPlaylist(playlistId));

interface Playlist {
  _id: string;
  title: string;
}

/** Resolves when it is on the device; from then on every screen shows it. */
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
