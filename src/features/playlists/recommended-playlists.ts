/** "You may like": playlists with most of the popular songs, then the most followed ones (specification 3.5.3). */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import * as v from "valibot";
import { PlaylistSnapshot, sortedPlaylists, topPlaylists } from "../../../contract/playlists.ts";
import { recommendedShown } from "../../../contract/rules/limits.ts";
import { popularSongs } from "../../../contract/statistics.ts";
import type { Api } from "../../api/api-client.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { playlistsKey } from "../../sync/query-keys.ts";
import { snapshotOfPlaylist } from "./playlist-queries.ts";
import { useShownPlaylists } from "./use-playlists.ts";

/** How many of the popular songs choose the playlists. */
const popular = 100;

export const recommendedQuery = (api: Api, { db, uid }: Account) =>
  persistedQuery({
    db,
    key: [...playlistsKey(uid), "recommended"],
    schema: v.array(PlaylistSnapshot),
    request: (signal) => requestRecommended(api, uid, signal),
  });

/** One's own would be no news. */
async function requestRecommended(api: Api, uid: string, signal: AbortSignal): Promise<PlaylistSnapshot[]> {
  const [top, followed] = await Promise.all([
    requestTop(api, signal),
    api.call(sortedPlaylists, { query: { limit: recommendedShown }, signal }).then(({ data }) => data),
  ]);
  const others = [...top, ...followed].filter(({ owner }) => owner !== uid);
  const byId = new Map(others.map((playlist) => [playlist._id, playlist]));
  return [...byId.values()].slice(0, recommendedShown).map(snapshotOfPlaylist);
}

async function requestTop(api: Api, signal: AbortSignal) {
  const ranked = await api.call(popularSongs, { query: { limit: popular }, signal }).catch((error: unknown) => {
    // The statistics service may be away alone: then the most followed ones are what there is.
    console.warn("The popular songs did not come", error);
    return { data: [] };
  });
  const songList = ranked.data.map((song) => song.original_id);
  return songList.length === 0 ? [] : (await api.call(topPlaylists, { body: { songList }, signal })).data;
}

export function useRecommendedPlaylists() {
  const { api, online } = useApp();
  const query = useQuery(recommendedQuery(api, useAccount()));
  const shown = useShownPlaylists(query.data?.value, query.data?.seen);
  return {
    /** Undefined before the first response, stored or fresh. */
    playlists: useMemo(() => shown?.filter((playlist) => !playlist.private), [shown]),
    failed: query.isError,
    retry() {
      online.check();
      void query.refetch();
    },
  };
}
