/** Reads playlists for the screens. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import * as v from "valibot";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useEntryState, useHanded } from "../../app/route-state.ts";
import { useOutbox } from "../../app/use-live-table.ts";
import {
  followedPlaylistsQuery,
  openedEveryMs,
  type OpenedPlaylist,
  playlistQuery,
  playlistsOfUserQuery,
  publicPlaylistsQuery,
} from "./playlist-queries.ts";
import { useIsCreated } from "./use-is-created.ts";
import { isCreatedSince, isDeletedHere, isUncreated, showPlaylists, showPublic } from "./shown-playlists.ts";

/** How many public playlists are shown first; each "more" doubles it. */
const shownFirst = 100;

export function usePublicPlaylists() {
  const { api } = useApp();
  const account = useAccount();
  const [count, setCount] = useEntryState("playlists", v.number(), shownFirst);
  const query = useQuery({ ...publicPlaylistsQuery(api, account, count), placeholderData: keepPreviousData });
  const outbox = useOutbox();
  const { uid } = account;
  // Of a longer list that does not come, what was shown before it stays.
  const [last, setLast] = useState(query.data);
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  // After a Back to a longer list that never came, the device may know the first ones.
  const first = useQuery({
    ...publicPlaylistsQuery(api, account, shownFirst),
    enabled: query.isError && last === undefined && count > shownFirst,
  });
  const data = query.data ?? last ?? first.data;
  const isMissingMore = query.isError && query.data === undefined && data !== undefined;
  return {
    /** Undefined while unknown. */
    playlists: useMemo(
      () => data && showPublic(data.value.playlists, { seen: data.seen, more: data.value.more, outbox, uid }),
      [data, outbox, uid],
    ),
    /** The list has failed to come at least once, and may be asked for again. */
    hasFailed: query.errorUpdateCount > 0,
    failed: query.isError,
    more: data?.value.more === true,
    /** What "more" asked for could not be loaded. */
    isMissingMore,
    isLoadingMore: data !== undefined && query.isFetching && (query.isPlaceholderData || query.data === undefined),
    showMore: () => (isMissingMore ? void query.refetch() : setCount(count * 2)),
  };
}

/**
 * A list of the server's with the queued edits and deletions of own playlists.
 * @param withCreated it is the list of the own ones: those that were created since stand first
 */
export function useShownPlaylists(
  playlists: readonly PlaylistSnapshot[] | undefined,
  seen: number | undefined,
  withCreated = false,
): readonly PlaylistSnapshot[] | undefined {
  const outbox = useOutbox();
  const { uid } = useAccount();
  return useMemo(() => {
    if (playlists === undefined) return undefined;
    const answered = new Map(playlists.map((playlist) => [playlist._id, playlist]));
    const shown = showPlaylists(answered, seen ?? 0, outbox, uid);
    if (shown === answered) return playlists;
    const created = [...shown.values()].filter(({ _id }) => withCreated && !answered.has(_id)).toReversed();
    return [...created, ...playlists.flatMap(({ _id }) => shown.get(_id) ?? [])];
  }, [playlists, seen, outbox, uid, withCreated]);
}

export type PlaylistState =
  /** `refused`: this device made it, and the server did not take it. */
  | { is: "loading" | "failed" | "refused" }
  /** `wasShown`: it was there when the screen was opened, or was known to this device. */
  | { is: "gone"; wasShown: boolean }
  /** Of one that was handed on without its owner's image, the initials stand for it. */
  | ({ is: "shown" } & OpenedPlaylist);

/** One playlist with its queued changes; until the server answers, the one that the device knows. */
export function usePlaylist(id: string): PlaylistState {
  const { api } = useApp();
  const account = useAccount();
  const outbox = useOutbox();
  const { playlist: handed, shownWith } = useHanded();
  const isNew = isUncreated(outbox, id);
  const isCreated = useIsCreated(id);
  const query = useQuery({
    ...playlistQuery(api, account, id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.value === null ? false : openedEveryMs),
    enabled: isCreated,
  });
  const listed = useListedPlaylist(id, query.isError && query.data === undefined);
  // It was created since the server was asked.
  const isNewer = query.data?.value === null && isCreatedSince(outbox, id, query.data.seen);
  const answer = isNewer ? undefined : query.data?.value;
  const [wasShown, setWasShown] = useState(false);
  // All of a new one is in this device's changes.
  const [handedOne, listedOne] = [handed, listed?.playlist].map((one) =>
    one?._id === id && !isNew ? openedOf(one) : undefined,
  );
  const known = answer === undefined ? (handedOne ?? listedOne) : (answer ?? undefined);
  const answered = new Map(known && [[id, known.playlist]]);
  const isHanded = answer === undefined && handedOne !== undefined;
  const seen = isHanded ? 0 : (query.data?.seen ?? listed?.seen ?? 0);
  const playlist = showPlaylists(answered, seen, outbox, account.uid, isHanded ? shownWith : undefined).get(id);
  if ((known !== undefined || playlist !== undefined) && !wasShown) setWasShown(true);
  if (answer === null || (playlist === undefined && isDeletedHere(outbox, id)))
    return { is: "gone", wasShown: wasShown || (handedOne ?? listedOne) !== undefined };
  if (playlist !== undefined) return { is: "shown", playlist, owner: known?.owner ?? openedOf(playlist).owner };
  if (isNew) return { is: "refused" };
  return { is: query.isError ? "failed" : "loading" };
}

interface ListedPlaylist {
  playlist: PlaylistSnapshot;
  /** How many acknowledgements preceded the request. */
  seen: number;
}

/** What the lists on this device know of a playlist that was never opened here. */
function useListedPlaylist(id: string, enabled: boolean): ListedPlaylist | undefined {
  const { api } = useApp();
  const account = useAccount();
  const own = useQuery({ ...playlistsOfUserQuery(api, account, account.uid), enabled });
  const followed = useQuery({ ...followedPlaylistsQuery(api, account), enabled });
  for (const answer of [own.data, followed.data]) {
    const playlist = answer?.value.find(({ _id }) => _id === id);
    if (playlist !== undefined) return { playlist, seen: answer?.seen ?? 0 };
  }
  return undefined;
}

const openedOf = (playlist: PlaylistSnapshot): OpenedPlaylist => ({
  playlist,
  owner: { uid: playlist.owner, userName: playlist.ownerName, profileImage: null },
});
