import { useQuery } from "@tanstack/react-query";
import { useAccount, useApp } from "../../app/app-context.ts";
import { songKey } from "./change-song.ts";
import { fetchSongs } from "./song-parts.ts";

/** How often an open dialog looks; milliseconds. */
const lookMs = 15_000;

/** Whether the song of an open dialog was deleted elsewhere, and a function that says so. */
export function useSongIsGone(songId: string, open: boolean): [gone: boolean, markGone: () => void] {
  const { api, queryClient } = useApp();
  const queryKey = songKey(useAccount().uid, songId);
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => ({ exists: (await fetchSongs(api, [songId], signal)).length > 0 }),
    enabled: open,
    staleTime: 0,
    refetchInterval: lookMs,
  });
  return [data?.exists === false, () => queryClient.setQueryData(queryKey, { exists: false })];
}
