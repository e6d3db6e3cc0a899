import { useQuery } from "@tanstack/react-query";
import { useAccount, useApp } from "../../app/app-context.ts";
import { songKey } from "./edited-songs.ts";
import { fetchSongs } from "./song-parts.ts";

/** How often an open dialog looks; milliseconds. */
const lookMs = 15_000;

/** Whether the song of an open dialog was deleted elsewhere, and a function that says so. */
export function useSongIsGone(songId: string, open: boolean): [gone: boolean, markGone: () => void] {
  const { queryClient } = useApp();
  const queryKey = songKey(useAccount().uid, songId);
  const exists = useSongExists(songId, open, lookMs);
  return [exists === false, () => queryClient.setQueryData(queryKey, { exists: false })];
}

/**
 * Asks the server, now and at intervals. Undefined before its answer.
 * @param everyMs false: it is asked once
 */
export function useSongExists(songId: string, enabled: boolean, everyMs: number | false = false): boolean | undefined {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: songKey(useAccount().uid, songId),
    queryFn: async ({ signal }) => ({ exists: (await fetchSongs(api, [songId], signal)).length > 0 }),
    enabled,
    staleTime: 0,
    refetchInterval: everyMs,
  });
  return data?.exists;
}
