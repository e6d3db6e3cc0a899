/** Specification 6.25. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { idOf, snapshotOf } from "../../../tests/support/items.ts";
import { songIn } from "./saved-player.ts";
import { type ChunkedSongs, StoredSongs } from "./stored-songs.ts";

/** The device: what the changes have come to. */
function createDevice(stored: ChunkedSongs = new Map()) {
  const rows = new Map(stored);
  const counts = { written: 0 };
  function apply(change: ReturnType<StoredSongs["take"]>): void {
    if (change === undefined) return;
    if (change.isWhole) rows.clear();
    // The reason for the assertion: the type of a row says nothing of what is in it.
    for (const { chunk, songs } of change.chunks) rows.set(chunk, songs as (SongSnapshot | null)[]);
    for (const chunk of change.emptied) rows.delete(chunk);
    counts.written = change.chunks.length;
  }
  const titles = () => [...rows.values()].flatMap((songs) => songs.flatMap((song) => song?.title ?? []));
  return { rows, counts, apply, titles };
}

const songs = Array.from({ length: 1_000 }, (_, n) => snapshotOf(n));
const known = new Map(songs.map((song) => [song._id, song]));
const songOf = (songId: string) => known.get(songId);
const listOf = (numbers: readonly number[]) => numbers.map((n) => ({ songId: idOf(n) }));
const upTo = (length: number, from = 0) => Array.from({ length }, (_, n) => from + n);

test("a song that comes or goes writes one chunk, another order or the same list none", () => {
  const device = createDevice();
  const stored = new StoredSongs();
  device.apply(stored.take(listOf(upTo(950)), songOf));
  expect([device.counts.written, device.rows.size]).toEqual([10, 10]);
  const added = listOf([...upTo(950), 999]);
  device.apply(stored.take(added, songOf));
  expect(device.counts.written).toBe(1);
  device.apply(stored.take(added, songOf));
  device.apply(stored.take(added.toReversed(), songOf));
  expect(device.counts.written).toBe(0);
  device.apply(stored.take(listOf([...upTo(400), ...upTo(549, 401), 999]), songOf));
  expect(device.counts.written).toBe(1);
  expect(device.titles()).not.toContain("Song 400");
});

test("cleared the queue leaves the row of one song, and comes back", () => {
  const device = createDevice();
  const stored = new StoredSongs();
  device.apply(stored.take(listOf(upTo(1_000)), songOf));
  device.apply(stored.take(listOf([555]), songOf));
  expect(device.titles()).toEqual(["Song 555"]);
  expect(device.rows.size).toBe(1);
  device.apply(stored.take(listOf(upTo(1_000)), songOf));
  expect(device.titles().toSorted()).toEqual(songs.map(({ title }) => title).toSorted());
  expect(device.rows.size).toBe(10);
});

test("what is newly known of a song is written, what is unknown changes nothing", () => {
  const device = createDevice();
  const stored = new StoredSongs();
  device.apply(stored.take(listOf(upTo(300)), songOf));
  const renamed = snapshotOf(7, { title: "Renamed" });
  device.apply(stored.take(listOf(upTo(300)), (id) => (id === renamed._id ? renamed : songOf(id))));
  expect([device.counts.written, device.titles()[7]]).toEqual([1, "Renamed"]);
  expect(stored.take(listOf([1, 2_000]), songOf)).toBeUndefined();
  expect(stored.numberOf(idOf(200))).toBe(200);
});

test("of another queue nothing stays, of its own a restored one writes nothing", () => {
  const device = createDevice(new Map([[3, [snapshotOf(9)]]]));
  device.apply(new StoredSongs().take(listOf([1]), songOf));
  expect(device.titles()).toEqual(["Song 1"]);
  const change = new StoredSongs(device.rows).take(listOf([1]), songOf);
  expect(change).toEqual({ isWhole: false, chunks: [], emptied: [] });
});

test("after any changes, restored in between or not, the rows hold the songs of the queue under their numbers", () => {
  const step = fc.record({
    songs: fc.uniqueArray(fc.nat(999), { maxLength: 300 }),
    isRestored: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const device = createDevice();
      let stored = new StoredSongs();
      for (const { songs: numbers, isRestored } of steps) {
        if (isRestored) stored = new StoredSongs(device.rows);
        device.apply(stored.take(listOf(numbers), songOf));
        expect(device.titles().toSorted()).toEqual(numbers.map((n) => `Song ${n}`).toSorted());
        for (const n of numbers)
          expect(songIn(device.rows as never, stored.numberOf(idOf(n)) ?? -1)?.title).toBe(`Song ${n}`);
      }
    }),
    { numRuns: 50 },
  );
});
