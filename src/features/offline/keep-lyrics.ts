/** Keeps the words of the songs on the device, for when there is no network (specification 15.25). */
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { missingQueries, pruneQueries } from "../../db/query-store.ts";
import type { Account } from "../../sync/account-session.ts";
import { lyricsKey } from "../../sync/query-keys.ts";
import { lyricsQuery } from "../songs/lyrics.ts";

/** So many failures in a row are the server's: the other words would fail, too. */
const failuresMost = 3;

/**
 * Fetches what is missing, one after the other. A song whose words fail keeps no other's away; without a network the rest is
 * left to the next time.
 */
export async function keepLyrics(
  { api, queryClient }: Pick<App, "api" | "queryClient">,
  account: Pick<Account, "db" | "uid" | "downloads">,
  signal: AbortSignal,
): Promise<void> {
  const { db, uid, downloads } = account;
  const rows = downloads.get();
  if (rows === undefined) return;
  const sung = [...rows.values()].filter(({ hasLyrics }) => hasLyrics).map(({ songId }) => songId);
  await pruneQueries(db, lyricsKey(uid), new Set(sung));
  let failures = 0;
  for (const songId of await missingQueries(db, lyricsKey(uid), sung)) {
    if (signal.aborted || failures === failuresMost) return;
    try {
      await queryClient.fetchQuery({ ...lyricsQuery(api, account, songId), retry: false });
      failures = 0;
    } catch (error) {
      if (!(error instanceof ApiError) || error.isNetwork) return;
      if (!error.isNotFound) failures += 1;
    }
  }
}
