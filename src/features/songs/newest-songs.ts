/** The newest public songs, as the statistics service ranks them; stored for an offline start. */
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { newSongs } from "../../../contract/statistics.ts";
import { Id } from "../../../contract/common-schemas.ts";
import type { Api } from "../../api/api-client.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { useAccount, useApp } from "../../app/app-context.ts";

/** How many the home screen shows. */
const shown = 50;

export const newestKey = (uid: string) => ["newest", uid] as const;

const newestIdsQuery = (api: Api, { db, uid }: Account) =>
  persistedQuery({
    db,
    key: newestKey(uid),
    schema: v.array(Id),
    request: async (signal) => {
      const { data } = await api.call(newSongs, { query: { limit: shown }, signal });
      return data.map((ranked) => ranked.original_id);
    },
  });

/** `ids` is undefined before the first response, stored or fresh. */
export function useNewestSongs(): { ids: string[] | undefined; failed: boolean } {
  const { api } = useApp();
  const query = useQuery(newestIdsQuery(api, useAccount()));
  return { ids: query.data?.value, failed: query.isError };
}
