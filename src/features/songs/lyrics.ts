/** The words of a song: asked for once, and kept on the device with its sound. */
import { useQuery } from "@tanstack/react-query";
import { Lyrics, type LyricLine, songLyrics } from "../../../contract/songs.ts";
import type { Api } from "../../api/api-client.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { lyricsKey } from "../../sync/query-keys.ts";

/** The words of a file never change. */
export const lyricsQuery = (api: Api, { db, uid }: Pick<Account, "db" | "uid">, songId: string) => ({
  ...persistedQuery({
    db,
    key: [...lyricsKey(uid), songId],
    schema: Lyrics,
    request: async (signal) => (await api.call(songLyrics, { params: { id: songId }, signal })).data,
  }),
  staleTime: Infinity,
});

/** `lines` is undefined until they came. */
export function useLyrics(songId: string): {
  lines: readonly LyricLine[] | undefined;
  failed: boolean;
  refetch: () => void;
} {
  const { api } = useApp();
  const { data, isError, refetch } = useQuery(lyricsQuery(api, useAccount(), songId));
  return { lines: data?.value.lines, failed: isError, refetch: () => void refetch() };
}
