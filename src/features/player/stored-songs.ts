/** Which songs of the queue are stored, and where: a change of the queue writes only the chunks that it changes. */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { SongsChange } from "../../db/player-rows.ts";
import { chunkAt, chunkOf, firstIn } from "../../db/song-chunks.ts";

/** By chunk; without a song where one has left the queue. */
export type ChunkedSongs = ReadonlyMap<number, readonly (SongSnapshot | null)[]>;

type Entry = { readonly songId: string };

export class StoredSongs {
  /** By number. */
  readonly #songs: (SongSnapshot | null)[] = [];
  readonly #numbers = new Map<string, number>();
  /** The numbers of songs that have left. */
  readonly #free: number[] = [];
  /** Whether the rows hold these songs and no others. */
  #isStored: boolean;
  #list: readonly Entry[] | undefined;

  /** @param stored of the rows; absent: whatever is in them belongs to another queue */
  constructor(stored?: ChunkedSongs) {
    this.#isStored = stored !== undefined;
    for (const [chunk, songs] of stored ?? [])
      for (const [nth, song] of songs.entries()) if (song !== null) this.#put(firstIn(chunk) + nth, song);
    // Also where a whole chunk is absent, because it has no songs.
    for (let number = 0; number < this.#songs.length; number += 1)
      if (this.#songs[number] === undefined) this.#put(number, null);
  }

  /** The number of a song that is stored, by which the queue names it. */
  numberOf(songId: string): number | undefined {
    return this.#numbers.get(songId);
  }

  /**
   * Takes the songs of a list in the place of all others. Returns what has to be written; undefined, and takes nothing, if
   * one is not known. The same list is not looked through again.
   */
  take(list: readonly Entry[], songOf: (songId: string) => SongSnapshot | undefined): SongsChange | undefined {
    if (list === this.#list) return { isWhole: false, chunks: [], emptied: [] };
    const songIds = new Set(list.map(({ songId }) => songId));
    const songs = [...songIds].flatMap((songId) => songOf(songId) ?? []);
    if (songs.length < songIds.size) return undefined;
    this.#list = list;
    const changed = new Set<number>();
    const put = (number: number, song: SongSnapshot | null) => {
      if (this.#songs[number] === song) return;
      this.#put(number, song);
      changed.add(chunkOf(number));
    };
    for (const [songId, number] of this.#numbers) if (!songIds.has(songId)) put(number, null);
    for (const song of songs) put(this.#numbers.get(song._id) ?? this.#free.pop() ?? this.#songs.length, song);
    const isWhole = !this.#isStored;
    this.#isStored = true;
    const chunks = [...changed].map((chunk) => chunkAt(this.#songs, chunk));
    const isEmpty = (one: (typeof chunks)[number]) => one.songs.every((song) => song === null);
    return {
      isWhole,
      chunks: chunks.filter((one) => !isEmpty(one)),
      emptied: chunks.filter(isEmpty).map(({ chunk }) => chunk),
    };
  }

  #put(number: number, song: SongSnapshot | null): void {
    const before = this.#songs[number];
    if (before) this.#numbers.delete(before._id);
    this.#songs[number] = song;
    if (song === null) this.#free.push(number);
    else this.#numbers.set(song._id, number);
  }
}
