/** The user's own songs in their order (specification 3.13). */
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { songIdsOfUser } from "../../../contract/songs.ts";
import { Id } from "../../../contract/values.ts";
import type { Api } from "../../api/client.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account.ts";
import { useAccount, useApp } from "../auth/app.ts";

export const ownSongsKey = (uid: string) => ["own-songs", uid] as const;

export const ownSongIdsQuery = (api: Api, { db, uid }: Account) =>
  persistedQuery({
    db,
    key: ownSongsKey(uid),
    schema: v.array(Id),
    request: async (signal) =>
      (await api.call(songIdsOfUser, { params: { id: uid }, query: { fields: "ids" }, signal }))
        .data,
  });

export interface OwnSongs {
  /** Undefined before the first answer. */
  ids: string[] | undefined;
  /** The last try failed. */
  failed: boolean;
  retry: () => void;
}

export function useOwnSongs(): OwnSongs {
  const { api } = useApp();
  const query = useQuery(ownSongIdsQuery(api, useAccount()));
  return { ids: query.data?.value, failed: query.isError, retry: () => void query.refetch() };
}
