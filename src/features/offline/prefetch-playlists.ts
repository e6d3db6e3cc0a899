/**
 * Fetches what is the user's own, and the songs of own and followed playlists, where it was never opened on this device,
 * so that it can be opened without a network (specification 17.62).
 */
import { CancelledError, type FetchQueryOptions } from "@tanstack/react-query";
import { type List, songsOfPlaylist } from "../../../contract/list-names.ts";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { whenIdle } from "../../app/when-idle.ts";
import { missingQueries, outdateQueries } from "../../db/query-store.ts";
import { isMetered } from "../../lib/metered-connection.ts";
import type { Account } from "../../sync/account-session.ts";
import { listedSongsKey, ownSongs, playlistSongsKey } from "../../sync/query-keys.ts";
import { idListQuery } from "../lists/id-list.ts";
import { personQuery } from "../people/person.ts";
import { followedPlaylistsQuery, playlistsOfUserQuery } from "../playlists/playlist-queries.ts";
import { firstPart, partsOf, songsByIdQuery } from "../songs/song-parts.ts";

/** So many playlists, the own ones first. */
const mostPlaylists = 60;
/** So many parts of each, from its beginning. */
const mostParts = 4;
/** Longest wait for an idle page before each playlist; milliseconds. */
const idleTimeoutMs = 5_000;

type Server = Pick<App, "api" | "queryClient">;

/** One after the other; the first failure leaves the rest to the next time. Nothing of it comes on a metered line. */
export async function prefetchPlaylists(app: Server, account: Account, signal: AbortSignal): Promise<void> {
  const isOver = () => signal.aborted || isMetered();
  if (isOver()) return;
  const { uid } = account;
  try {
    // One's own screen, to which each bar leads.
    await fetchAhead(app, account, personQuery(app.api, account, uid));
    if (isOver()) return;
    if ((await missingQueries(account.db, listedSongsKey(uid), [ownSongs], [firstPart])).length > 0)
      await fetchSongsOf(app, account, "own-songs", ownSongs);
    for (const id of await neverOpened(app, account)) {
      await whenIdle(idleTimeoutMs);
      if (isOver()) return;
      await fetchSongsOf(app, account, songsOfPlaylist(id), id);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

async function neverOpened(app: Server, account: Account): Promise<Set<string>> {
  const { api } = app;
  const { db, uid } = account;
  const own = await fetchAhead(app, account, playlistsOfUserQuery(api, account, uid));
  const followed = await fetchAhead(app, account, followedPlaylistsQuery(api, account));
  // The order of the lists, without which no screen shows them.
  for (const list of ["own-playlists", "followed-playlists"] as const)
    await fetchAhead(app, account, idListQuery(api, account, list));
  const ids = [...own.value, ...followed.value].map(({ _id }) => _id).slice(0, mostPlaylists);
  const withoutOrder = await missingQueries(db, playlistSongsKey(uid), ids);
  return new Set([...withoutOrder, ...(await missingQueries(db, listedSongsKey(uid), ids, [firstPart]))]);
}

/** The first part comes last: where it is, the others are. @param name names the list in query keys */
async function fetchSongsOf(app: Server, account: Account, list: List, name: string): Promise<void> {
  const { api, queryClient } = app;
  try {
    const { value } = await fetchAhead(app, account, idListQuery(api, account, list));
    const parts = partsOf(value).slice(0, mostParts);
    for (const part of parts.toReversed())
      await queryClient.fetchQuery({ ...songsByIdQuery(api, account, name, part), ...asStored });
  } catch (error) {
    // Deleted or hidden meanwhile; or a screen that asked for the same was left.
    const isItsOwn = error instanceof CancelledError || (error instanceof ApiError && error.status === 404);
    if (!isItsOwn) throw error;
  }
}

/**
 * What is known is taken as it is. What was not counts as old, here and at the next start: a screen that opens asks anew,
 * as it would have.
 */
async function fetchAhead<Value, const Key extends readonly string[]>(
  { queryClient }: Server,
  { db }: Account,
  query: FetchQueryOptions<Value, Error, Value, Key>,
): Promise<Value> {
  const { queryKey } = query;
  const [isUnknown] = await missingQueries(db, queryKey.slice(0, -1), queryKey.slice(-1));
  const answer = await queryClient.fetchQuery({ ...query, ...asStored });
  if (isUnknown === undefined) return answer;
  await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  await outdateQueries(db, [queryKey]);
  return answer;
}

/** "static": also what counts as old. */
const asStored = { staleTime: "static", retry: false } as const;
