/** Lists of ids: the server's version with the queued changes applied (specification 17.19). */
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

/** A stored answer. */
export const StoredIds = v.array(v.string());

export const idListQuery = (api: Api, { db, uid }: Account, list: List) =>
  persistedQuery({
    db,
    key: listKey(list, uid),
    schema: StoredIds,
    request: (signal) => requestIds(api, uid, list, signal),
  });

/** Throws ApiError. */
export async function requestIds(api: Api, uid: string, list: List, signal?: AbortSignal): Promise<string[]> {
  const [endpoint, id] = callFor(list, uid);
  return (await api.call(endpoint, { params: { id }, query: { fields: "ids" }, signal })).data;
}

/** The endpoint that returns a list's ids, and its `id` parameter. */
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

/** Undefined while unknown: before the server's first response, an empty queue tells nothing about the list. */
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
  /** Undefined while unknown; before the server's first response, only the changes of this device. */
  ids: string[] | undefined;
  /** The server's version; undefined before its first response, empty of a list that it has not heard of. */
  heard: VersionedResult<string[]> | undefined;
  /** There is no response yet, not even a stored one: ids may be missing. */
  partial: boolean;
  /** The last request failed. */
  failed: boolean;
}

/** What the server would answer of a list that it has not heard of. */
const noneYet: VersionedResult<string[]> = { value: [], begun: 0, seen: 0 };

/** @param exists false while the server has not heard of the list, whose ids are then in this device's changes alone */
export function useIdList(list: List, exists = true): IdList {
  const { api } = useApp();
  const { data, isError } = useQuery({ ...idListQuery(api, useAccount(), list), enabled: exists });
  const heard = data ?? (exists ? undefined : noneYet);
  const outbox = useOutbox();
  const ids = useMemo(() => shownIds(list, heard, outbox), [list, heard, outbox]);
  return { ids, heard, partial: heard === undefined, failed: isError };
}
