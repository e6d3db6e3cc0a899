import { useMemo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";
import { useDownloads } from "../../app/use-live-table.ts";
import { useFavourites } from "./likes.ts";
import type { ListedSongs } from "./songs-by-id.ts";

/** Covers in the shelf; the queue takes all. */
const shelved = 24;
const list = "ready";
const none: ListedSongs = {
  songs: [],
  rows: [],
  incomplete: false,
  failed: false,
  onNear: () => {},
  whole: () => ({ list, songs: [] }),
};

/** The songs that play without a network, favourites first and in their order. */
export function useReadySongs(): { listed: ListedSongs; count: number } {
  const downloads = useDownloads();
  const { ids } = useFavourites();
  return useMemo(() => {
    if (downloads === undefined) return { listed: none, count: 0 };
    const ready = new Map<string, SongSnapshot>();
    for (const id of new Set([...(ids ?? []), ...downloads.keys()])) {
      const row = downloads.get(id);
      const song = row?.state === "ready" ? downloadSnapshot(row) : undefined;
      if (song !== undefined) ready.set(id, song);
    }
    const all = [...ready.values()];
    const songs = all.slice(0, shelved);
    const listed = { ...none, songs, rows: songs.map(({ _id }) => _id), whole: () => ({ list, songs: all }) };
    return { listed, count: all.length };
  }, [downloads, ids]);
}
