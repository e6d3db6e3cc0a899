/** What this device holds of the library where no index has come (specification 3.8.4, 3.8.6). */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useAccount } from "../../app/app-context.ts";
import { useDownloads } from "../../app/use-live-table.ts";
import { createQueryStore, storedHashes } from "../../db/query-store.ts";
import type { Account } from "../../sync/account-session.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";
import { listedSongsKey } from "../../sync/query-keys.ts";
import { useKnownPlaylists } from "../playlists/known-playlists.ts";
import { SongsById } from "../songs/song-parts.ts";

/** So many parts of lists are read, of some dozen songs each. */
const mostParts = 100;

/** The songs of the lists that were opened on this device. */
async function readListedSongs({ db, uid }: Pick<Account, "db" | "uid">): Promise<SongSnapshot[]> {
  const store = createQueryStore<SongsById>(db, SongsById);
  const hashes = await storedHashes(db, listedSongsKey(uid), mostParts);
  const parts = await Promise.all(hashes.map((hash) => store.read(hash)));
  return parts.flatMap((part) => part?.data.value.songs ?? []);
}

interface DeviceLibrary {
  songs: readonly SongSnapshot[];
  playlists: readonly PlaylistSnapshot[];
}

/**
 * @param isMissing there is no index: the kept songs stand in for it
 * @param failed it will not come: so does what other screens have shown
 */
export function useDeviceLibrary(isMissing: boolean, failed: boolean): DeviceLibrary {
  const account = useAccount();
  const downloads = useDownloads();
  const isLost = isMissing && failed;
  const { data: listed } = useQuery({
    queryKey: ["listed-songs", account.uid],
    queryFn: () => readListedSongs(account),
    enabled: isLost,
    gcTime: 0,
  });
  const playlists = useKnownPlaylists(isLost);
  const kept = isMissing ? downloads : undefined;
  return useMemo(() => {
    const snapshots = [...(kept?.values() ?? [])].flatMap((row) => downloadSnapshot(row) ?? []);
    const songs = new Map([...snapshots, ...(listed ?? [])].map((song) => [song._id, song]));
    return { songs: [...songs.values()], playlists };
  }, [kept, listed, playlists]);
}
