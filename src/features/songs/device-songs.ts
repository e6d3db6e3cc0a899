/** All songs that this device knows, for what has no network: of the stored lists and of the downloads. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import * as v from "valibot";
import { SongSnapshot } from "../../../contract/songs.ts";
import { useAccount } from "../../app/app-context.ts";
import { useDownloads } from "../../app/use-live-table.ts";
import type { AccountDatabase } from "../../db/database.ts";
import { storedKeyPrefix } from "../../db/query-store.ts";
import { listedSongsKey } from "../../sync/query-keys.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";

/** A stored part of a list, see `song-parts.ts`. Rows of another shape are passed over (specification 17.7). */
const StoredPart = v.object({
  query: v.object({ state: v.object({ data: v.object({ value: v.object({ songs: v.array(SongSnapshot) }) }) }) }),
});

/** @param gives whether a copy gives its place to a further one */
async function readSongs(
  db: AccountDatabase,
  gives: (before: SongSnapshot) => boolean = () => true,
): Promise<ReadonlyMap<string, SongSnapshot>> {
  const songs = new Map<string, SongSnapshot>();
  const keys = await db.queries
    .where("key")
    .startsWith(storedKeyPrefix(listedSongsKey(db.uid)))
    .primaryKeys();
  // One by one: each holds up to a hundred songs.
  for (const key of keys) {
    const part = v.safeParse(StoredPart, await db.queries.get(key));
    if (!part.success) continue;
    for (const song of part.output.query.state.data.value.songs) {
      const before = songs.get(song._id);
      if (before === undefined || gives(before)) songs.set(song._id, song);
    }
  }
  return songs;
}

/** The same, each private only if all its copies are: one of before it was published may lie here as well. */
export const readLeastPrivate = (db: AccountDatabase): Promise<ReadonlyMap<string, SongSnapshot>> =>
  readSongs(db, (before) => before.private !== false);

/** The songs of the lists that were opened here, by id; undefined until they are read. @param enabled reads nothing otherwise */
export function useListedSongs(enabled: boolean): ReadonlyMap<string, SongSnapshot> | undefined {
  const { db, uid } = useAccount();
  const { data } = useQuery({
    queryKey: ["device-songs", uid],
    queryFn: () => readSongs(db),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
  return data;
}

/** By title; undefined until they are read. @param enabled reads nothing otherwise */
export function useDeviceSongs(enabled: boolean): readonly SongSnapshot[] | undefined {
  const downloads = useDownloads();
  const data = useListedSongs(enabled);
  return useMemo(() => {
    if (data === undefined) return undefined;
    const songs = new Map(data);
    for (const row of downloads?.values() ?? []) {
      const song = songs.has(row.songId) ? undefined : downloadSnapshot(row);
      if (song !== undefined) songs.set(song._id, song);
    }
    return [...songs.values()].sort((a, b) => a.title.localeCompare(b.title));
  }, [data, downloads]);
}
