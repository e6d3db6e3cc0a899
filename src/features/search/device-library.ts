/** What this device holds of the library where no index has come (specification 3.8.4, 3.8.6). */
import { useMemo } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useDownloads } from "../../app/use-live-table.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";
import { useKnownPlaylists } from "../playlists/known-playlists.ts";
import { useListedSongs } from "../songs/device-songs.ts";

interface DeviceLibrary {
  songs: readonly SongSnapshot[];
  playlists: readonly PlaylistSnapshot[];
}

/**
 * @param isMissing there is no index: the kept songs stand in for it
 * @param hasFailed it may not come: so does what other screens have shown
 */
export function useDeviceLibrary(isMissing: boolean, hasFailed: boolean): DeviceLibrary {
  const downloads = useDownloads();
  const isLost = isMissing && hasFailed;
  const listed = useListedSongs(isLost);
  const playlists = useKnownPlaylists(isLost);
  const kept = isMissing ? downloads : undefined;
  return useMemo(() => {
    const snapshots = [...(kept?.values() ?? [])].flatMap((row) => downloadSnapshot(row) ?? []);
    const songs = new Map([...snapshots.map((song) => [song._id, song] as const), ...(listed ?? [])]);
    // Newest first: the time of its creation begins each id.
    return { songs: [...songs.values()].toSorted((a, b) => (a._id < b._id ? 1 : -1)), playlists };
  }, [kept, listed, playlists]);
}
