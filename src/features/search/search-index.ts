/** What the device searches itself: all that the user may see, up to a limit, stored for offline use. */
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { searchIndex, type IndexedArtist, type IndexedPlaylist, type IndexedSong } from "../../../contract/search.ts";
import type { Api } from "../../api/api-client.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { libraryKey } from "../../sync/query-keys.ts";

interface SearchIndex {
  artists: readonly IndexedArtist[];
  songs: readonly IndexedSong[];
  playlists: readonly IndexedPlaylist[];
  /** False when the library is larger than the index: then the server searches too. */
  complete: boolean;
}

/** A stored one was parsed when it came; 10,000 songs take too long to parse again at each start. */
const StoredIndex = v.object({
  artists: v.custom<readonly IndexedArtist[]>(Array.isArray),
  songs: v.custom<readonly IndexedSong[]>(isSongs),
  playlists: v.custom<readonly IndexedPlaylist[]>(Array.isArray),
  complete: v.boolean(),
});

/** Rows of another version of the app differ in all songs alike. */
function isSongs(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [first]: unknown[] = value;
  return first === undefined || v.is(v.object({ _id: v.string(), title: v.string(), artist: v.string() }), first);
}

/** While a person goes on searching, the index stays as it is; milliseconds. */
const indexStaleMs = 5 * 60_000;

const indexQuery = (api: Api, { db, uid }: Account) => ({
  ...persistedQuery({
    db,
    key: libraryKey("search-index", uid),
    schema: StoredIndex,
    request: async (signal) => (await api.call(searchIndex, { signal })).data,
  }),
  staleTime: indexStaleMs,
});

/** Loaded when the first search box gets the focus. `index` is undefined until it came once. */
export function useSearchIndex(): {
  index: SearchIndex | undefined;
  /** How many acknowledgements preceded its request. */
  seen: number;
  /** When it came; milliseconds since the epoch. */
  at: number;
  failed: boolean;
  /** It has failed to come at least once, and may be asked for again. */
  hasFailed: boolean;
  refetch: () => void;
} {
  const { api } = useApp();
  const { data, dataUpdatedAt, errorUpdateCount, isError, refetch } = useQuery(indexQuery(api, useAccount()));
  return {
    index: data?.value,
    seen: data?.seen ?? 0,
    at: dataUpdatedAt,
    failed: isError,
    hasFailed: errorUpdateCount > 0,
    refetch: () => void refetch(),
  };
}
