/** Plays found songs. A result row knows what it shows; what the player needs is fetched ahead, so that a tap plays. */
import { useQueries, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { IndexedSong } from "../../../contract/search.ts";
import { idsPerRequest } from "../../../contract/rules/limits.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { ApiError } from "../../api/api-error.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useDownloads, useOnline } from "../../app/use-live-table.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";
import { texts } from "../../texts/texts.ts";
import { readSession } from "../auth/session.ts";
import { usePlayer } from "../player/use-player.ts";
import { fetchSongs } from "../songs/song-parts.ts";
import { tellGone } from "../songs/tell-gone.ts";

/** Once the results stay as they are; milliseconds. */
const settledMs = 400;

interface FoundSongs {
  play: (song: IndexedSong) => void;
  /** All of a song, for its heart and menu; undefined until fetched, and offline for what is not downloaded. */
  whole: (id: string) => SongSnapshot | undefined;
}

/**
 * @param query names the list
 * @param songs the results that are shown, which become the queue
 */
export function useFoundSongs(query: string, songs: readonly IndexedSong[]): FoundSongs {
  const app = useApp();
  const { api, queryClient, toaster } = app;
  const { uid } = useAccount();
  const player = usePlayer();
  const downloads = useDownloads();
  const isOnline = useOnline();
  const ahead = useFetchedAhead(songs);
  const list = `found:${query}`;

  const snapshotOf = (id: string): SongSnapshot | undefined => {
    const row = ahead.get(id) === undefined ? downloads?.get(id) : undefined;
    return ahead.get(id) ?? (row && downloadSnapshot(row));
  };
  const fetchAll = () =>
    fetchSongs(
      api,
      songs.map(({ _id }) => _id),
    );
  async function fetchAndPlay({ _id, title }: IndexedSong): Promise<void> {
    const isChosen = player.beginChoice();
    try {
      const [song] = await fetchSongs(api, [_id]);
      // Not to whoever has signed in since.
      if (song === undefined) return readSession(queryClient)?.uid === uid ? tellGone(app, _id, title) : undefined;
      if (isChosen()) player.play([song], 0, { list, rest: fetchAll });
    } catch (error) {
      if (!isChosen()) return;
      const isAway = error instanceof ApiError && error.isNetwork;
      toaster.failure(isAway ? texts.player.failed["not-on-device"](title) : texts.app.failed);
    }
  }
  return {
    whole: snapshotOf,
    play(song) {
      const queue = songs.flatMap(({ _id }) => snapshotOf(_id) ?? []);
      const index = queue.findIndex(({ _id }) => _id === song._id);
      // Of songs that are here alone, others may not be known yet. Offline they cannot be.
      const isPart = isOnline && queue.length < songs.length;
      if (index >= 0) player.play(queue, index, { list, ...(isPart && { rest: fetchAll }) });
      else void fetchAndPlay(song);
    },
  };
}

function useFetchedAhead(songs: readonly IndexedSong[]): ReadonlyMap<string, SongSnapshot> {
  const { api } = useApp();
  const client = useQueryClient();
  const { uid } = useAccount();
  const isOnline = useOnline();
  const wanted = songs.map(({ _id }) => _id).join();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), settledMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const parts = useMemo(() => inParts(settled === "" ? [] : settled.split(",")), [settled]);
  const fetched = (ids: readonly string[]) => {
    const all = client.getQueriesData<SongSnapshot[]>({ queryKey: ["found-songs", uid] });
    return all.flatMap(([, songs = []]) => songs.filter(({ _id }) => ids.includes(_id)));
  };
  return useQueries({
    queries: parts.map((ids) => ({
      queryKey: ["found-songs", uid, ids.join()],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchSongs(api, ids, signal),
      enabled: isOnline,
      gcTime: 60_000,
      // Hearts stay while more songs join the part.
      placeholderData: () => fetched(ids),
    })),
    combine: byId,
  });
}

/** One request each: those that are full stay as they are when more results are shown. */
const inParts = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_, part) =>
    ids.slice(part * idsPerRequest, (part + 1) * idsPerRequest),
  );

const byId = (answers: UseQueryResult<SongSnapshot[]>[]): ReadonlyMap<string, SongSnapshot> =>
  new Map(answers.flatMap(({ data }) => data ?? []).map((song) => [song._id, song]));
