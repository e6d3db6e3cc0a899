/** The songs of a list: those near the screen, and all of them to play on. */
import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useDownloads, useOnline, useOutbox } from "../../app/use-live-table.ts";
import { manyItems, type Range } from "../lists/row-window.ts";
import { type Part, partsOf, type SongsById, songsByIdQuery, songsOf } from "./song-parts.ts";
import { joinSongs } from "./song-snapshot.ts";
import { useNearParts } from "./use-near-parts.ts";
import { useWholeList, type WholeList } from "./use-whole-list.ts";

export interface ListedSongs {
  /** Names the list, as `PlayedList` does. */
  name: string;
  /** The songs that are loaded, in the list's order. */
  songs: SongSnapshot[];
  /** All ids in order, without the songs that are gone. */
  rows: readonly string[];
  /** Some songs near the screen are not loaded yet. */
  incomplete: boolean;
  failed: boolean;
  /** Loads the songs near these rows; stable. */
  onNear: (range: Range) => void;
  /** The songs to play: those that the device knows, and the promise of all if there are more. */
  whole: () => WholeList;
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
  // A song that moved is known by the part that it came from.
  const known = new Set(states.flatMap(({ asked }) => asked ?? []));
  return parts.flatMap(({ ids }, index) => {
    const { asked, idle, failed } = states[index] ?? {};
    if (asked === undefined || !idle || failed) return [];
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

/** The songs of a list, loaded as they come near the screen. @param list names the list in query keys */
export function useSongs(list: string, ids: readonly string[] | undefined): ListedSongs {
  const { api } = useApp();
  const account = useAccount();
  const online = useOnline();
  const outbox = useOutbox();
  const downloads = useDownloads();
  const parts = useMemo(() => partsOf(ids ?? []), [ids]);
  const { loaded, onNear } = useNearParts(parts);
  // Memoized: React Query compares dozens of changed options one by one.
  const options = useMemo(
    () => loaded.map((part) => songsByIdQuery(api, account, list, part)),
    [api, account, list, loaded],
  );
  const queries = useQueries({ queries: options, combine });

  const staleKey = lackingParts(loaded, queries.states).join();
  useEffect(() => {
    if (!online) return;
    for (const index of staleKey.split(",").filter(Boolean)) void queries.refetch[Number(index)]?.();
    // The refetch functions change with every render; only the key matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [staleKey, online]);

  const answered = useMemo(() => songsOf(queries.answers), [queries.answers]);
  const near = useMemo(() => loaded.flatMap((part) => part.ids), [loaded]);
  // A complete list ignores changes of outbox and downloads.
  const isWhole = useMemo(() => near.every((id) => answered.has(id)), [near, answered]);
  const queued = isWhole ? undefined : outbox;
  const kept = isWhole ? undefined : downloads;
  const known = useMemo(() => joinSongs(near, answered, queued, kept), [near, answered, queued, kept]);
  const songs = useMemo(() => near.flatMap((id) => known.get(id) ?? []), [near, known]);
  const rows = useMemo(() => rowsOf(ids ?? [], loaded, queries, known), [ids, loaded, queries, known]);
  const incomplete = lacksSongs(loaded, queries.answers, known);
  const whole = useWholeList(list, parts);
  return { name: list, songs, rows, incomplete, failed: queries.failed, onNear, whole };
}

/**
 * The ids without the songs that are gone: requested, not returned, and unknown to the device. A short list leaves out
 * those that failed to load, too; a long one would jump under the reader's hand.
 */
export function rowsOf(
  ids: readonly string[],
  parts: readonly Part[],
  { answers, states }: { answers: readonly (SongsById | undefined)[]; states: readonly PartState[] },
  known: ReadonlyMap<string, unknown>,
): readonly string[] {
  const absent = parts.flatMap((part, index) => {
    if (answers[index] !== undefined) return answers[index].asked;
    return ids.length <= manyItems && states[index]?.failed ? part.ids : [];
  });
  const hidden = new Set(absent.filter((id) => !known.has(id)));
  return hidden.size === 0 ? ids : ids.filter((id) => !hidden.has(id));
}

/** Whether songs may be missing: a part has no response, and the device lacks some of its songs. */
export const lacksSongs = (
  parts: readonly Part[],
  answers: readonly (SongsById | undefined)[],
  known: ReadonlyMap<string, unknown>,
): boolean => parts.some(({ ids }, index) => answers[index] === undefined && ids.some((id) => !known.has(id)));
