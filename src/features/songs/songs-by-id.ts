/**
 * Songs of a list by their ids. Lists hold ids; the bodies come in a few queries per list, split by a part of the id, so
 * that a song that comes or goes touches one of them and not all that follow it (specification 11).
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

/** `asked` tells a song that is gone (asked for and not answered) from one that was not asked for yet. */
const SongsById = v.object({ asked: v.array(Id), songs: v.array(Song) });
export type SongsById = v.InferOutput<typeof SongsById>;

/** Songs per query on the average; small enough to be written in a few milliseconds. */
const perPart = 64;

interface Part {
  /** Names the query; stays the same while the list grows within the same number of parts. */
  name: string;
  ids: string[];
}

/** Splits ids over a power of two of parts by the last, random digits of each id. */
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

/** In the order of `ids`, without those that may not be seen. Throws ApiError. */
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
  /** In the list's order; a song of which nothing is known yet, or that is gone, is left out. */
  songs: SongSnapshot[];
  /** Some of them are not known yet. */
  incomplete: boolean;
  failed: boolean;
}

interface PartState {
  /** Ids of the answer, if there is one. */
  asked: readonly string[] | undefined;
  idle: boolean;
  failed: boolean;
}

/**
 * Indices of answered parts that lack songs of the list and are to be asked again. One whose last try failed waits for
 * the next contact or the user: asking at once would go on for as long as the server refuses.
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

/** @param list names the list, for its stored answers */
export function useSongs(list: string, ids: readonly string[] | undefined): ListedSongs {
  const { api } = useApp();
  const account = useAccount();
  const online = useOnline();
  const outbox = useOutbox();
  const downloads = useDownloads();
  const parts = useMemo(() => partsOf(ids ?? []), [ids]);
  // The same objects in every render: dozens of queries that change are looked at one by one.
  const options = useMemo(
    () => parts.map((part) => songsByIdQuery(api, account, list, part)),
    [api, account, list, parts],
  );
  const queries = useQueries({ queries: options, combine });

  const staleKey = lackingParts(parts, queries.states).join();
  useEffect(() => {
    if (!online) return;
    for (const index of staleKey.split(",").filter(Boolean)) void queries.refetch[Number(index)]?.();
    // The functions change with every render; which parts lack songs is what matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [staleKey, online]);

  const answered = useMemo(() => songsOf(queries.answers), [queries.answers]);
  // Most lists are answered whole, and then nothing else that changes on the device concerns them.
  const isWhole = useMemo(() => (ids ?? []).every((id) => answered.has(id)), [ids, answered]);
  const queued = isWhole ? undefined : outbox;
  const kept = isWhole ? undefined : downloads;
  const known = useMemo(() => joinSongs(ids ?? [], answered, queued, kept), [ids, answered, queued, kept]);
  const songs = useMemo(() => (ids ?? []).flatMap((id) => known.get(id) ?? []), [ids, known]);
  const incomplete = lacksSongs(parts, queries.answers, known);
  return { songs, incomplete, failed: queries.failed };
}

/** Whether there may be more than what is known: a part was never answered, and not all of it lies on the device. */
export const lacksSongs = (
  parts: readonly Part[],
  answers: readonly (SongsById | undefined)[],
  known: ReadonlyMap<string, unknown>,
): boolean => parts.some(({ ids }, index) => answers[index] === undefined && ids.some((id) => !known.has(id)));

/** By id. */
export const songsOf = (answers: readonly (SongsById | undefined)[]): Map<string, Song> =>
  new Map(answers.flatMap((answer) => answer?.songs ?? []).map((song) => [song._id, song]));
