/**
 * The whole library, for anyone who does not know yet what to search for (specification 3.8.6): the index, and while that is
 * absent or holds only a part, the server's lists page by page.
 */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { allPlaylists } from "../../../contract/playlists.ts";
import { allSongs } from "../../../contract/songs.ts";
import { artists } from "../../../contract/users.ts";
import type { Api } from "../../api/api-client.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOnline, useOutbox } from "../../app/use-live-table.ts";
import { libraryKey } from "../../sync/query-keys.ts";
import { useDeviceLibrary } from "./device-library.ts";
import { type Entries, type Limits, toSearchableEntries, withQueued } from "./merge-found.ts";
import { useSearchIndex } from "./search-index.ts";

type Kind = keyof Entries;

interface Library {
  /** At most as many of each kind as were asked for. */
  shown: Entries;
  /** There are others of the kind. */
  more: Record<Kind, boolean>;
  /** Songs or playlists are only what this device holds of them. */
  isOfDevice: boolean;
  /** Asks again for what could not be loaded; undefined if all was. */
  retry: (() => void) | undefined;
}

/**
 * Undefined until all three kinds are known, or cannot be known: one that came late would move the others.
 * @param limits how many of each kind are shown
 */
export function useLibrary(limits: Limits): Library | undefined {
  const { index, seen, hasFailed } = useSearchIndex();
  const outbox = useOutbox();
  const device = useDeviceLibrary(index === undefined, hasFailed);
  const enabled = useOnline() && index?.complete !== true;
  const people = usePages("artists", callArtists, limits.artists, enabled);
  const songs = usePages("songs", callSongs, limits.songs, enabled);
  const playlists = usePages("playlists", callPlaylists, limits.playlists, enabled);
  const lists = [people, songs, playlists];
  const isSettled = index !== undefined || lists.every(({ settled }) => settled);
  const missing = lists.filter(({ isMissing }) => isMissing);

  const answered: Entries = {
    artists: people.entries ?? index?.artists ?? [],
    songs: songs.entries ?? index?.songs ?? device.songs,
    playlists: playlists.entries ?? index?.playlists ?? device.playlists,
  };
  const queued = useMemo(() => {
    const all = toSearchableEntries({ artists: [], songs: [], playlists: answered.playlists });
    return withQueued(all, seen, outbox).playlists.entries;
  }, [answered.playlists, seen, outbox]);
  if (!isSettled) return undefined;
  return {
    isOfDevice: (["songs", "playlists"] as const).some(
      (kind) => answered[kind] === device[kind] && device[kind].length > 0,
    ),
    retry: missing.length === 0 ? undefined : () => missing.forEach(({ retry }) => retry()),
    shown: {
      artists: answered.artists.slice(0, limits.artists),
      songs: answered.songs.slice(0, limits.songs),
      playlists: queued.slice(0, limits.playlists),
    },
    more: {
      artists: people.more || answered.artists.length > limits.artists,
      songs: songs.more || answered.songs.length > limits.songs,
      playlists: playlists.more || queued.length > limits.playlists,
    },
  };
}

interface PageQuery {
  limit: number;
  cursor: string | undefined;
}
const callArtists = (api: Api, query: PageQuery, signal: AbortSignal) => api.call(artists, { query, signal });
const callSongs = (api: Api, query: PageQuery, signal: AbortSignal) => api.call(allSongs, { query, signal });
const callPlaylists = (api: Api, query: PageQuery, signal: AbortSignal) => api.call(allPlaylists, { query, signal });

type Call<T> = (
  api: Api,
  query: PageQuery,
  signal: AbortSignal,
) => Promise<{ data: readonly T[]; next: string | null }>;

const perPage = 50;

/** As many pages of a list as are wanted; `entries` is undefined before the first one, and where none is asked for. */
function usePages<T>(kind: Kind, call: Call<T>, wanted: number, enabled: boolean) {
  const { api } = useApp();
  const { uid } = useAccount();
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...libraryKey("search-index", uid), "pages", kind],
    queryFn: ({ pageParam, signal }) => call(api, { limit: perPage, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
  });
  const entries = useMemo(() => (enabled ? data?.pages.flatMap((page) => page.data) : undefined), [data, enabled]);
  const lacks = entries !== undefined && entries.length < wanted && hasNextPage;
  useEffect(() => {
    if (lacks && !isFetching && !isError) void fetchNextPage();
  }, [lacks, isFetching, isError, fetchNextPage]);
  return {
    entries,
    more: entries !== undefined && hasNextPage,
    settled: entries !== undefined || isError || !enabled,
    isMissing: enabled && isError && (entries === undefined || lacks),
    retry: () => void (entries === undefined ? refetch() : fetchNextPage()),
  };
}
