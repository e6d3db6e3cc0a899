/** Which playlists cannot be opened without a network (specification 3.9.4). */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { missingQueries } from "../../db/query-store.ts";
import { playlistSongsKey } from "../../sync/query-keys.ts";

/** The ids of those whose songs this device has never had; none while there is a network. */
export function usePlaylistsOutOfReach(playlists: readonly PlaylistSnapshot[]): ReadonlySet<string> {
  const { db, uid } = useAccount();
  const online = useOnline();
  // An own one may be waiting to be created, and its songs to be added.
  const ids = playlists.filter(({ owner, songCount }) => owner !== uid && songCount > 0).map(({ _id }) => _id);
  const { data: missing } = useQuery({
    queryKey: ["missing-playlists", uid, ids],
    queryFn: () => missingQueries(db, playlistSongsKey(uid), ids),
    enabled: !online,
    gcTime: 0,
  });
  return useMemo(() => new Set(online ? [] : missing), [online, missing]);
}
