/** Which playlists cannot be opened without a network (specification 3.9.4). */
import { useQuery } from "@tanstack/react-query";
import { songsOfPlaylist } from "../../../contract/list-names.ts";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { storedHashes } from "../../db/query-store.ts";
import { listKey, playlistSongsKey } from "../../sync/query-keys.ts";

/** More than the device keeps stored results. */
const mostStored = 2_000;

/** Whether there is no network, and this device has never had a playlist's songs. */
export function useIsPlaylistOutOfReach({ _id, owner, songCount }: PlaylistSnapshot): boolean {
  const { db, uid } = useAccount();
  const online = useOnline();
  const { data: stored } = useQuery({
    queryKey: ["stored-playlists", uid],
    queryFn: async () => new Set(await storedHashes(db, playlistSongsKey(uid), mostStored)),
    enabled: !online,
    gcTime: 0,
  });
  // An own one may be waiting to be created, and its songs to be added.
  if (online || stored === undefined || owner === uid || songCount === 0) return false;
  return !stored.has(JSON.stringify(listKey(songsOfPlaylist(_id), uid)));
}
