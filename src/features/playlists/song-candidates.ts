/**
 * The songs that a playlist may take (specification 5.6), fetched page by page as they are looked for; without a network
 * those that this device knows.
 */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { foldCase } from "../../../contract/rules/fold-case.ts";
import { accessibleSongs, publicSongs, type SongSnapshot } from "../../../contract/songs.ts";
import type { Api } from "../../api/api-client.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { libraryKey } from "../../sync/query-keys.ts";
import { useDeviceSongs } from "../songs/device-songs.ts";

const perPage = 200;

/** A private playlist takes the own songs and others' public ones, a public one all public songs. */
const callPage = (api: Api, uid: string, isPrivate: boolean, cursor: string | undefined, signal: AbortSignal) => {
  const query = { limit: perPage, cursor };
  return isPrivate
    ? api.call(accessibleSongs, { params: { id: uid }, query, signal })
    : api.call(publicSongs, { query, signal });
};

interface Candidates {
  /** At most `wanted`; undefined while unknown. */
  songs: SongSnapshot[] | undefined;
  /** These are only the songs that this device knows. */
  fromDevice: boolean;
  /** There are, or may be, others that can be shown. */
  more: boolean;
  /** How many match, of those that have come; undefined while the first are looked for. */
  count: number | undefined;
  /** Others have not come yet. */
  partial: boolean;
  loading: boolean;
  failed: boolean;
  retry: () => void;
}

/**
 * Matches of `text` in title or artist.
 * @param contained ids of the songs that are in the playlist already
 */
export function useCandidates(
  playlist: Pick<PlaylistSnapshot, "private">,
  contained: readonly string[] | undefined,
  text: string,
  wanted: number,
): Candidates {
  const { api, online } = useApp();
  const { uid } = useAccount();
  const isPrivate = playlist.private;
  const query = useInfiniteQuery({
    queryKey: [...libraryKey("candidates", uid), isPrivate ? "private" : "public"],
    queryFn: ({ pageParam, signal }) => callPage(api, uid, isPrivate, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const fromDevice = !useOnline();
  const known = useDeviceSongs(fromDevice);
  const all = useMemo(() => {
    const answered = data?.pages.flatMap((page) => page.data);
    if (!fromDevice) return answered;
    const fitting = known?.filter((song) => isPrivate || !song.private);
    return fitting && [...new Map([...fitting, ...(answered ?? [])].map((song) => [song._id, song])).values()];
  }, [data, fromDevice, known, isPrivate]);
  const found = useMemo(() => {
    if (all === undefined || contained === undefined) return undefined;
    return matches(all, new Set(contained), text);
  }, [all, contained, text]);
  const mayCome = hasNextPage && !fromDevice;
  const lacks = found !== undefined && found.length < wanted && mayCome;
  useEffect(() => {
    if (lacks && !isFetching && !isError) void fetchNextPage();
  }, [lacks, isFetching, isError, fetchNextPage]);
  return {
    songs: found?.slice(0, wanted),
    fromDevice,
    more: (mayCome && !isError) || (found?.length ?? 0) > wanted,
    count: lacks && isFetching ? undefined : found?.length,
    partial: mayCome,
    loading: isFetching,
    failed: isError && !fromDevice,
    retry() {
      online.check();
      void (hasNextPage ? fetchNextPage() : refetch());
    },
  };
}

/** A case-insensitive substring of title or artist, as in the search. */
export function matches(songs: readonly SongSnapshot[], contained: ReadonlySet<string>, text: string): SongSnapshot[] {
  const wanted = foldCase(text);
  return songs.filter(
    ({ _id, title, artist }) =>
      !contained.has(_id) && (foldCase(title).includes(wanted) || foldCase(artist).includes(wanted)),
  );
}
