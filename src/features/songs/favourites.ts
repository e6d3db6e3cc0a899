/** Favourites: the liked songs in the user's order, as the server has them with the queued likes on top (specification 4). */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import * as v from "valibot";
import { overlayFavourites } from "../../../contract/rules/overlay.ts";
import { favouriteSongIds } from "../../../contract/users.ts";
import { Id } from "../../../contract/values.ts";
import type { Api } from "../../api/client.ts";
import type { Answer } from "../../db/answer.ts";
import type { OutboxView } from "../../db/outbox.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account.ts";
import { favouritesKey } from "../../sync/keys.ts";
import { useAccount, useApp } from "../auth/app.ts";
import { useOutbox } from "../auth/use-live.ts";

export const favouriteIdsQuery = (api: Api, { db, uid }: Account) =>
  persistedQuery({
    db,
    key: favouritesKey(uid),
    schema: v.array(Id),
    request: async (signal) =>
      (await api.call(favouriteSongIds, { params: { id: uid }, query: { fields: "ids" }, signal }))
        .data,
  });

/** What is shown: undefined until the device's own state was read. */
export function shownFavourites(
  answer: Answer<string[]> | undefined,
  outbox: OutboxView | undefined,
) {
  return outbox && overlayFavourites(answer?.value ?? [], answer?.seen ?? 0, outbox.rows);
}

export interface Favourites {
  /** Undefined while it is read; before the first answer of the server only what was liked on this device. */
  ids: string[] | undefined;
  /** Neither an answer nor a stored one: the list may lack songs. */
  incomplete: boolean;
  /** The last try failed. */
  failed: boolean;
}

export function useFavourites(): Favourites {
  const { api } = useApp();
  const query = useQuery(favouriteIdsQuery(api, useAccount()));
  const outbox = useOutbox();
  const ids = useMemo(() => shownFavourites(query.data, outbox), [query.data, outbox]);
  return { ids, incomplete: query.data === undefined, failed: query.isError };
}
