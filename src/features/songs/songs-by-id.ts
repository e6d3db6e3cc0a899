/**
 * Fetches the songs of a list by id, in a few queries per list. They are partitioned by id, so that an added or removed
 * song affects one query only, not all that follow it.
 */
import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import * as v from "valibot";
import { idsPerRequest } from "../../../contract/rules/limits.ts";
import { Song, type SongSnapshot, songsByIds } from "../../../contract/songs.ts";
import { Id } from "../../../contract/common-schemas.ts";
import type { Api } from "../../api/api-client.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useDownloads, useOnline, useOutbox } from "../../app/use-live-table.ts";
import { joinSongs } from "./song-snapshot.ts";

/** `asked` distinguishes a song that is gone (requested, not returned) from one that was never requested. */
const SongsById = v.object({ asked: v.array(Id), songs: v.array(Song) });
export type SongsById = v.InferOutput<typeof SongsById>;

/** Songs per query on average; few enough to be stored within milliseconds. */
const perPart = 64;

interface Part {
  /** Part of the query key; stable while the number of parts stays the same. */
  name: string;
  ids: string[];
}

/** Partitions ids by their last, random digits; the number of parts is a power of two. */
export function partsOf(ids: readonly string[]): Part[] {
  const count = 2 ** Math.max(0, Math.ceil(Math.log2(ids.length / perPart)));
  const parts = Array.from({ length: count }, (_, index): Part => ({
    name: `${index}/${count}`,
    ids: [],
  }));
  for (const id of ids) parts[parseInt(id.slice(-6), 16) % count]?.ids.push(id);
  return parts.filter((part) => part.ids.length > 0);
}

export const songsByIdQuery = (api: Api, { db, uid }: Account, list: string, part: Part) =>
  persistedQuery({
    db,
    key: ["songs", uid, list, part.name],
    schema: SongsById,
    isPart: true,
    request: async (signal) => ({
      asked: part.ids,
      songs: await fetchSongs(api, part.ids, signal),
    }),
  });

/** Returns songs in the order of `ids`, without those that the user may not see. Throws ApiError. */
export async function fetchSongs(api: Api, ids: readonly string[], signal?: AbortSignal): Promise<Song[]> {
  const songs: Song[] = [];
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const answer = await api.call(songsByIds, {
      query: { ids: ids.slice(start, start + idsPerRequest) },
      signal,
    });
    songs.push(...answer.data);
  }
  return songs;
}

export interface ListedSongs {
  /** In the list's order, without songs that are gone or not loaded yet. */
  songs: SongSnapshot[];
  /** Some songs are not loaded yet. */
  incomplete: boolean;
  failed: boolean;
}

interface PartState {
  /** The ids requested for the last result, if there is one. */
  asked: readonly string[] | undefined;
  idle: boolean;
  failed: boolean;
}

/**
 * Indices of loaded parts that lack songs of the list and need a refetch. A part whose last request failed waits for the
 * next contact or for the user: an immediate retry would loop for as long as the server refuses.
 */
export function lackingParts(parts: readonly Part[], states: readonly PartState[]): number[] {
  return parts.flatMap(({ ids }, index) => {
    const { asked, idle, failed } = states[index] ?? {};
    if (asked === undefined || !idle || failed) return [];
    const known = new Set(asked);
    return ids.some((id) => !known.has(id)) ? [index] : [];
  });
}

const combine = (results: UseQueryResult<VersionedResult<SongsById>>[]) => ({
  answers: results.map((result) => result.data?.value),
  refetch: results.map((result) => result.refetch),
  states: results.map((result) => ({
    asked: result.data?.value.asked,
    idle: result.fetchStatus === "idle",
    failed: result.isError,
  })),
  failed: results.some((result) => result.isError),
});

/** @param list names the list in query keys */
export function useSongs(list: string, ids: readonly string[] | undefined): ListedSongs {
  const { api } = useApp();
  const account = useAccount();
  const online = useOnline();
  const outbox = useOutbox();
  const downloads = useDownloads();
  const parts = useMemo(() => partsOf(ids ?? []), [ids]);
  // Memoized: React Query compares dozens of changed options one by one.
  const options = useMemo(
    () => parts.map((part) => songsByIdQuery(api, account, list, part)),
    [api, account, list, parts],
  );
  const queries = useQueries({ queries: options, combine });

  const staleKey = lackingParts(parts, queries.states).join();
  useEffect(() => {
    if (!online) return;
    for (const index of staleKey.split(",").filter(Boolean)) void queries.refetch[Number(index)]?.();
    // The refetch functions change with every render; only the key matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [staleKey, online]);

  const answered = useMemo(() => songsOf(queries.answers), [queries.answers]);
  // A complete list ignores changes of outbox and downloads.
  const isWhole = useMemo(() => (ids ?? []).every((id) => answered.has(id)), [ids, answered]);
  const queued = isWhole ? undefined : outbox;
  const kept = isWhole ? undefined : downloads;
  const known = useMemo(() => joinSongs(ids ?? [], answered, queued, kept), [ids, answered, queued, kept]);
  const songs = useMemo(() => (ids ?? []).flatMap((id) => known.get(id) ?? []), [ids, known]);
  const incomplete = lacksSongs(parts, queries.answers, known);
  return { songs, incomplete, failed: queries.failed };
}

/** Whether songs may be missing: a part has no response, and the device lacks some of its songs. */
export const lacksSongs = (
  parts: readonly Part[],
  answers: readonly (SongsById | undefined)[],
  known: ReadonlyMap<string, unknown>,
): boolean => parts.some(({ ids }, index) => answers[index] === undefined && ids.some((id) => !known.has(id)));

/** By id. */
export const songsOf = (answers: readonly (SongsById | undefined)[]): Map<string, Song> =>
  new Map(answers.flatMap((answer) => answer?.songs ?? []).map((song) => [song._id, song]));
