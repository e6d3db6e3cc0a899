import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Change } from "../../db/outbox-enqueue.ts";
import { snapshotOf } from "../songs/song-snapshot.ts";

export interface ChangedPlaylist {
  _id: string;
  title: string;
}

/** The change that adds a song to a playlist, or takes it out. */
export const songChange = (playlist: ChangedPlaylist, song: SongSnapshot, added: boolean) =>
  ({
    operation: { kind: "playlist-song", playlistId: playlist._id, songId: song._id, added },
    snapshot: { ...snapshotOf(song), playlistTitle: playlist.title },
  }) as const satisfies Change;
