/** Reads playlists for the screens. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { ApiError } from "../../api/api-error.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useHanded } from "../../app/route-state.ts";
import { openedEveryMs, type OpenedPlaylist, playlistQuery, publicPlaylistsQuery } from "./playlist-queries.ts";

/** How many public playlists are shown first; each "more" doubles it. */
const shownFirst = 100;

export function usePublicPlaylists() {
  const { api } = useApp();
  const [count, setCount] = useState(shownFirst);
  const query = useQuery({
    ...publicPlaylistsQuery(api, useAccount(), count),
    placeholderData: keepPreviousData,
  });
  return {
    /** Undefined while unknown. */
    playlists: query.data?.value.playlists,
    failed: query.isError,
    more: query.data?.value.more === true,
    isLoadingMore: query.isPlaceholderData && !query.isError,
    showMore: () => setCount((before) => before * 2),
  };
}

export type PlaylistState =
  | { is: "loading" | "failed" }
  /** `wasShown`: it was there when the screen was opened, or is known to this device. */
  | { is: "gone"; wasShown: boolean }
  /** Of one that was handed on without its owner's image, the initials stand for it. */
  | ({ is: "shown" } & OpenedPlaylist);

/** One playlist; until the server answers, the one that the screen was opened with. */
export function usePlaylist(id: string): PlaylistState {
  const { api } = useApp();
  const handed = useHanded().playlist;
  const query = useQuery({
    ...playlistQuery(api, useAccount(), id),
    staleTime: 0,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : openedEveryMs),
  });
  const opened = query.data?.value ?? (handed?._id === id ? openedOf(handed) : undefined);
  if (isGone(query.error)) return { is: "gone", wasShown: opened !== undefined };
  if (opened !== undefined) return { is: "shown", ...opened };
  return { is: query.isError ? "failed" : "loading" };
}

const openedOf = (playlist: PlaylistSnapshot): OpenedPlaylist => ({
  playlist,
  owner: { uid: playlist.owner, userName: playlist.ownerName, profileImage: null },
});

/** Deleted, or not to be seen by this user. */
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;
