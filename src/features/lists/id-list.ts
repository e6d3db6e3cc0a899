/** The lists that queued changes touch: their ids as the server has them, with those changes on top (specification 17.19). */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import * as v from "valibot";
import { type List, playlistIdOf } from "../../../contract/list-names.ts";
import { followedPlaylistIds, playlistIdsOfUser, playlistSongIds } from "../../../contract/playlists.ts";
import { overlayIds } from "../../../contract/rules/overlay.ts";
import { songIdsOfUser } from "../../../contract/songs.ts";
import { favouriteSongIds, followingIds } from "../../../contract/users.ts";
import type { Api } from "../../api/api-client.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { OutboxView } from "../../db/outbox-table.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { listKey } from "../../sync/query-keys.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOutbox } from "../../app/use-live-table.ts";

export const idListQuery = (api: Api, { db, uid }: Account, list: List) =>
  persistedQuery({
    db,
    key: listKey(list, uid),
    schema: v.array(v.string()),
    request: (signal) => requestIds(api, uid, list, signal),
  });

async function requestIds(api: Api, uid: string, list: List, signal: AbortSignal): Promise<string[]> {
  const [endpoint, id] = callFor(list, uid);
  return (await api.call(endpoint, { params: { id }, query: { fields: "ids" }, signal })).data;
}

/** Which call answers the ids, and for whom or what. */
function callFor(list: List, uid: string) {
  switch (list) {
    case "favourites":
      return [favouriteSongIds, uid] as const;
    case "own-songs":
      return [songIdsOfUser, uid] as const;
    case "own-playlists":
      return [playlistIdsOfUser, uid] as const;
    case "followed-playlists":
      return [followedPlaylistIds, uid] as const;
    case "followed-people":
      return [followingIds, uid] as const;
    default:
      return [playlistSongIds, playlistIdOf(list)] as const;
  }
}

/** Undefined while nothing is known: nothing queued says nothing before the server was heard. */
export function shownIds(
  list: List,
  answer: VersionedResult<string[]> | undefined,
  outbox: OutboxView | undefined,
): string[] | undefined {
  if (outbox === undefined) return undefined;
  const ids = overlayIds(list, answer, outbox.rows);
  return answer === undefined && ids.length === 0 ? undefined : ids;
}

export interface IdList {
  /** Undefined while nothing is known; before the first answer of the server only what was done on this device. */
  ids: string[] | undefined;
  /** What the server said of it; undefined before its first answer. */
  heard: VersionedResult<string[]> | undefined;
  /** Neither an answer nor a stored one: the list may lack ids. */
  partial: boolean;
  /** The last try failed. */
  failed: boolean;
}

export function useIdList(list: List): IdList {
  const { api } = useApp();
  const { data, isError } = useQuery(idListQuery(api, useAccount(), list));
  const outbox = useOutbox();
  const ids = useMemo(() => shownIds(list, data, outbox), [list, data, outbox]);
  return { ids, heard: data, partial: data === undefined, failed: isError };
}
