/** The most played songs of a genre, as the statistics service ranks them; stored for an offline start. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { Id } from "../../../contract/common-schemas.ts";
import type { Genre } from "../../../contract/rules/genres.ts";
import { topSongsCount } from "../../../contract/rules/limits.ts";
import { songsOfGenre } from "../../../contract/statistics.ts";
import type { Api } from "../../api/api-client.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { libraryKey, songsOfListKey } from "../../sync/query-keys.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { type ListedSongs, useSongs } from "./songs-by-id.ts";

const topKey = (uid: string, genre: Genre) => [...libraryKey("top-songs", uid), genre] as const;
/** Names the list in the keys of its songs. */
const listOf = (genre: Genre) => `top:${genre}`;

const topIdsQuery = (api: Api, { db, uid }: Account, genre: Genre) =>
  persistedQuery({
    db,
    key: topKey(uid, genre),
    schema: v.array(Id),
    request: async (signal) => {
      const { data } = await api.call(songsOfGenre, { body: { genre }, signal });
      return data.slice(0, topSongsCount).map((ranked) => ranked.original_id);
    },
  });

interface TopSongsState extends ListedSongs {
  /** Undefined before the first response, stored or fresh. */
  count: number | undefined;
  retry: () => void;
}

export function useTopSongs(genre: Genre): TopSongsState {
  const { api, online } = useApp();
  const account = useAccount();
  const client = useQueryClient();
  const { data, isError } = useQuery(topIdsQuery(api, account, genre));
  const listed = useSongs(listOf(genre), data?.value);
  return {
    ...listed,
    count: data?.value.length,
    failed: isError || listed.failed,
    retry() {
      online.check();
      void client.refetchQueries({ queryKey: topKey(account.uid, genre) });
      void client.refetchQueries({ queryKey: songsOfListKey(account.uid, listOf(genre)) });
    },
  };
}
