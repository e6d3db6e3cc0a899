/** Own playlists that may take a song (specification 3.16.3). */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import * as v from "valibot";
import { Id } from "../../../contract/common-schemas.ts";
import { playlistIdsOfUser, type PlaylistSnapshot } from "../../../contract/playlists.ts";
import { isPending } from "../../../contract/rules/overlay.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Api } from "../../api/api-client.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOutbox } from "../../app/use-live-table.ts";
import type { OutboxView } from "../../db/outbox-table.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { Account } from "../../sync/account-session.ts";
import { playlistsKey } from "../../sync/query-keys.ts";
import { useOwnPlaylists } from "./playlist-lists.ts";
import { isKnownIn } from "./playlist-songs.ts";
import { useRetryPlaylists } from "./use-retry-playlists.ts";

/** The ids of the own playlists that hold a song. */
const holdingQuery = (api: Api, { db, uid }: Account, songId: string) =>
  persistedQuery({
    db,
    key: [...playlistsKey(uid), "holding", songId],
    schema: v.array(Id),
    request: async (signal) =>
      (await api.call(playlistIdsOfUser, { params: { id: uid }, query: { fields: "ids", holding: songId }, signal }))
        .data,
  });

/** The same as far as this device knows their songs, for want of an answer. */
const holdingHereQuery = (account: Account, ids: readonly string[], songId: string) => ({
  queryKey: [...playlistsKey(account.uid), "holding-here", songId, ids],
  queryFn: async () => {
    const acks = (account.outbox.get()?.rows ?? []).map(({ ackSeq = 0 }) => ackSeq);
    const known = await Promise.all(ids.map(async (id) => ((await isKnownIn(account, id, songId)) ? [id] : [])));
    return { value: known.flat(), begun: 0, seen: Math.max(0, ...acks) };
  },
  gcTime: 0,
});

/** The same with the queued changes; undefined before a response and without them. */
export function shownHolding(
  songId: string,
  heard: VersionedResult<string[]> | undefined,
  outbox: OutboxView | undefined,
): ReadonlySet<string> {
  const holding = new Set(heard?.value);
  for (const row of outbox?.rows ?? []) {
    const { operation } = row;
    if (operation.kind !== "playlist-song" || operation.songId !== songId) continue;
    if (!isPending(row, heard?.seen ?? 0)) continue;
    if (operation.added) holding.add(operation.playlistId);
    else holding.delete(operation.playlistId);
  }
  return holding;
}

interface Choices {
  /** Undefined while unknown. */
  playlists: PlaylistSnapshot[] | undefined;
  /** Those that hold the song. */
  holding: PlaylistSnapshot[];
  /** Some are left out because they are public and the song is private. */
  omitsPublic: boolean;
  failed: boolean;
  retry: () => void;
}

export function usePlaylistsWithout({ _id: songId, private: isPrivate }: SongSnapshot): Choices {
  const { api } = useApp();
  const outbox = useOutbox();
  const { ids, playlists, incomplete, failed } = useOwnPlaylists();
  const account = useAccount();
  const { data, isError } = useQuery(holdingQuery(api, account, songId));
  const isUnanswered = data === undefined && isError;
  const here = useQuery({ ...holdingHereQuery(account, ids ?? [], songId), enabled: isUnanswered });
  const holding = useMemo(() => {
    const heard = data ?? here.data;
    return shownHolding(songId, heard, outbox);
  }, [songId, data, here.data, outbox]);
  const retry = useRetryPlaylists();
  // Of a playlist whose songs are not known here either, nobody can tell: a second adding changes nothing.
  const isAsked = data === undefined && !(isUnanswered && !here.isPending);
  const isKnown = ids !== undefined && !isAsked && !(incomplete && !failed);
  const known = ids?.flatMap((id) => playlists.get(id) ?? []);
  const free = known?.filter(({ _id }) => !holding.has(_id));
  const fitting = free?.filter((playlist) => !isPrivate || playlist.private);
  const isLost = failed && (fitting === undefined || incomplete);
  return {
    playlists: isKnown && !isLost ? fitting : undefined,
    holding: known?.filter(({ _id }) => holding.has(_id)) ?? [],
    omitsPublic: free?.length !== fitting?.length,
    failed,
    retry,
  };
}
