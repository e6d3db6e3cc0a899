/** The rankings of public songs on the home screen, stored for an offline start. */
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { Id } from "../../../contract/common-schemas.ts";
import { rankedShown } from "../../../contract/rules/limits.ts";
import { likedMost } from "../../../contract/songs.ts";
import { newSongs, popularSongs, type Ranked } from "../../../contract/statistics.ts";
import type { Api } from "../../api/api-client.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { libraryKey } from "../../sync/query-keys.ts";
import { useAccount, useApp } from "../../app/app-context.ts";

/** The service ranks all songs: those that nobody has played or liked yet are at its end, and are left out. */
const rankings = {
  listened: { endpoint: popularSongs, counts: ({ playCount = 0 }: Ranked) => playCount > 0 },
  liked: { endpoint: likedMost, counts: ({ likes = 0 }: Ranked) => likes > 0 },
  newest: { endpoint: newSongs, counts: () => true },
};
export type Ranking = keyof typeof rankings;

const rankedIdsQuery = (api: Api, { db, uid }: Account, ranking: Ranking) =>
  persistedQuery({
    db,
    key: libraryKey(ranking, uid),
    schema: v.array(Id),
    request: async (signal) => {
      const { endpoint, counts } = rankings[ranking];
      const { data } = await api.call(endpoint, { query: { limit: rankedShown }, signal });
      return data.filter(counts).map((ranked) => ranked.original_id);
    },
  });

/** `ids` is undefined before the first response, stored or fresh. */
export function useRankedSongs(ranking: Ranking): { ids: string[] | undefined; failed: boolean } {
  const { api } = useApp();
  const query = useQuery(rankedIdsQuery(api, useAccount(), ranking));
  return { ids: query.data?.value, failed: query.isError };
}
