/** Everyone's playlists, as far as other lists of this device know them. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { followedPlaylistsQuery, playlistsOfUserQuery } from "./playlist-queries.ts";
import { recommendedQuery } from "./recommended-playlists.ts";
import { useShownPlaylists } from "./use-playlists.ts";

/** Public ones, newest first; none while it is not enabled. @param enabled the list itself has never come */
export function useKnownPlaylists(enabled: boolean): readonly PlaylistSnapshot[] {
  const { api } = useApp();
  const account = useAccount();
  const recommended = useQuery({ ...recommendedQuery(api, account), enabled });
  const followed = useQuery({ ...followedPlaylistsQuery(api, account), enabled });
  const own = useQuery({ ...playlistsOfUserQuery(api, account, account.uid), enabled });
  const shownOwn = useShownPlaylists(own.data?.value, own.data?.seen, true);
  const others = useMemo(
    () => [...(recommended.data?.value ?? []), ...(followed.data?.value ?? [])],
    [recommended.data, followed.data],
  );
  const shown = useShownPlaylists(others, recommended.data?.seen);
  return useMemo(() => {
    if (!enabled || shown === undefined) return [];
    const byId = new Map([...shown, ...(shownOwn ?? [])].map((playlist) => [playlist._id, playlist]));
    // The time of its creation begins each id.
    return [...byId.values()].filter((one) => !one.private).toSorted((a, b) => (a._id < b._id ? 1 : -1));
  }, [enabled, shown, shownOwn]);
}
