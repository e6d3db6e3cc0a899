/** The user's own and followed playlists: ids in the user's order, joined with what their cards and rows show. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import * as v from "valibot";
import { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOnline, useOutbox } from "../../app/use-live-table.ts";
import type { OutboxView } from "../../db/outbox-table.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { Account } from "../../sync/account-session.ts";
import { type IdList, useIdList } from "../lists/id-list.ts";
import { followedPlaylistsQuery, playlistsOfUserQuery } from "./playlist-queries.ts";
import { type Playlists, queuedPlaylist, showPlaylists } from "./shown-playlists.ts";

export interface ListedPlaylists extends IdList {
  /** By id; without those that are not loaded yet, or gone. */
  playlists: Playlists;
  /** Some are not loaded yet. */
  incomplete: boolean;
}

/** In the user's order. */
export function useOwnPlaylists(): ListedPlaylists {
  const { api } = useApp();
  const account = useAccount();
  const query = useQuery(playlistsOfUserQuery(api, account, account.uid));
  return useListed(useIdList("own-playlists"), query);
}

/** Newest follow first. */
export function useFollowedPlaylists(): ListedPlaylists {
  const { api } = useApp();
  return useListed(useIdList("followed-playlists"), useQuery(followedPlaylistsQuery(api, useAccount())));
}

/** Newest follow first. */
export const useFollowedPlaylistIds = () => useIdList("followed-playlists");

interface Bodies {
  data: VersionedResult<PlaylistSnapshot[]> | undefined;
  isError: boolean;
  fetchStatus: string;
  refetch: () => unknown;
}

function useListed(list: IdList, { data, isError, fetchStatus, refetch }: Bodies): ListedPlaylists {
  const { ids = [], heard } = list;
  const outbox = useOutbox();
  const isOnline = useOnline();
  const { uid } = useAccount();
  const answered = useMemo(() => new Map(data?.value.map((one) => [one._id, one])), [data]);
  const seen = data?.seen ?? 0;
  const playlists = useMemo(
    () => showPlaylists(joinPlaylists(answered, outbox), seen, outbox, uid),
    [answered, seen, outbox, uid],
  );
  const isWhole = ids.every((id) => playlists.has(id));
  // A list that is newer than its bodies may name others. Bodies that are newer lack only what is gone.
  const isBehind = !isWhole && data !== undefined && data.begun < (heard?.begun ?? 0);
  useEffect(() => {
    if (isBehind && isOnline && fetchStatus === "idle" && !isError) void refetch();
  }, [isBehind, isOnline, fetchStatus, isError, refetch]);
  return {
    ...list,
    failed: list.failed || isError,
    playlists,
    incomplete: (data === undefined || isBehind) && ids.some((id) => !playlists.has(id)),
  };
}

/** Adds what queued follows know of playlists that the server's response lacks; the same map if there are none. */
export function joinPlaylists(answered: Playlists, outbox: OutboxView | undefined): Playlists {
  const queued = (outbox?.rows ?? []).flatMap((row) => {
    const playlist = row.operation.kind === "follow-playlist" ? queuedPlaylist(row) : undefined;
    return playlist === undefined || answered.has(playlist._id) ? [] : [[playlist._id, playlist] as const];
  });
  return queued.length === 0 ? answered : new Map([...answered, ...queued]);
}

/** Resolves when the change is stored; every screen then shows it, with what its card needs. */
export const setPlaylistFollowed = (account: Account, playlist: PlaylistSnapshot, followed: boolean): Promise<void> =>
  account.change(
    { kind: "follow-playlist", playlistId: playlist._id, followed },
    { playlistTitle: playlist.title, playlist: v.parse(PlaylistSnapshot, playlist) },
  );
