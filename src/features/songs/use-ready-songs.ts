import { useMemo } from "react";
import { weakMemoize } from "../../../contract/rules/weak-memoize.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";
import { useDownloads } from "../../app/use-live-table.ts";
import { useFavourites } from "./likes.ts";
import type { ListedSongs } from "./songs-by-id.ts";

/** Covers in the shelf; the queue takes all. */
const shelved = 24;
const list = "ready";
const none: ListedSongs = {
  name: list,
  songs: [],
  rows: [],
  incomplete: false,
  failed: false,
  onNear: () => {},
  whole: () => ({ list, songs: [] }),
};

/**
 * The songs that play without a network, favourites first and in their order.
 * @param enabled else there are none
 */
export function useReadySongs(enabled = true): { listed: ListedSongs; count: number } {
  const downloads = useDownloads();
  const { ids } = useFavourites();
  return useMemo(() => {
    if (!enabled || downloads === undefined) return { listed: none, count: 0 };
    const ready = readyIn(downloads);
    const songs = take(inOrder(ready, ids ?? []), shelved);
    const rows = songs.map(({ _id }) => _id);
    const whole = () => ({ list, songs: [...inOrder(ready, ids ?? [])] });
    return { listed: { ...none, songs, rows, whole }, count: ready.size };
  }, [enabled, downloads, ids]);
}

/** The same for as long as no download changes, as likes do often. */
const readyIn = weakMemoize((downloads: ReadonlyMap<string, Download>) => {
  const ready = new Map<string, SongSnapshot>();
  for (const [id, row] of downloads) {
    const song = row.state === "ready" ? downloadSnapshot(row) : undefined;
    if (song !== undefined) ready.set(id, song);
  }
  return ready;
});

/** Ends with the last ready song: of thousands of favourites, a few may be here. */
function* inOrder(ready: ReadonlyMap<string, SongSnapshot>, favourites: readonly string[]): Generator<SongSnapshot> {
  const rest = new Map(ready);
  for (const id of favourites) {
    if (rest.size === 0) return;
    const song = rest.get(id);
    if (rest.delete(id) && song !== undefined) yield song;
  }
  yield* rest.values();
}

function take<Value>(values: Iterable<Value>, count: number): Value[] {
  const taken: Value[] = [];
  for (const value of values) if (taken.push(value) === count) break;
  return taken;
}
