/** The stored form of the queue and of the place in it (specification 6.25). Pure. */
import * as v from "valibot";
import { SongSnapshot } from "../../../contract/songs.ts";
import type { SavedQueue } from "../../audio/play-queue.ts";
import type { Track } from "../../audio/player-state.ts";
import type { PlayerRows, SongsChange, StoredPlayer } from "../../db/player-rows.ts";
import { chunkOf, firstIn } from "../../db/song-chunks.ts";
import { trackOf } from "./song-registry.ts";
import { StoredSongs } from "./stored-songs.ts";

const Index = v.pipe(v.number(), v.integer(), v.minValue(0));
/** As `v.array(Index)`, which takes long for thousands. */
const Indexes = v.custom<number[]>(
  (value) => Array.isArray(value) && value.every((index) => Number.isInteger(index) && index >= 0),
);

const StoredPlace = v.object({
  /** The queue that it belongs to. */
  queue: v.string(),
  index: Index,
  startedAt: Index,
  queued: Index,
  /** Seconds. */
  position: v.pipe(v.number(), v.minValue(0)),
  /** Counts the places of the queue. */
  version: v.optional(Index, 0),
});
export type StoredPlace = v.InferOutput<typeof StoredPlace>;

/** Entries as numbers of songs, which have rows of their own; an order as indexes of entries. */
const StoredQueue = v.object({
  id: v.string(),
  /** The list that it was made from. */
  name: v.optional(v.string()),
  list: Indexes,
  /** The playing order of a shuffled queue. */
  order: v.nullable(Indexes),
  repeat: v.picklist(["all", "one", "off"]),
  speed: v.number(),
  place: StoredPlace,
});
type StoredQueue = v.InferOutput<typeof StoredQueue>;

const Songs = v.array(v.nullable(SongSnapshot));
type Songs = v.InferOutput<typeof Songs>;

export interface RestoredPlayer {
  /** Of the stored queue. */
  id: string;
  /** The name of the list that it was made from. */
  list?: string | undefined;
  songs: readonly SongSnapshot[];
  /** Where these songs are stored. */
  stored: StoredSongs;
  saved: SavedQueue;
  position: number;
  /** Of the stored place. */
  version: number;
}

/**
 * Undefined if a song of the queue is not known.
 * @param id identifies this version of the queue
 * @param name of the list that it was made from
 * @param stored takes the songs of the queue
 */
export function encodeQueue(
  saved: SavedQueue,
  position: number,
  songOf: (songId: string) => SongSnapshot | undefined,
  id: string,
  name: string | undefined,
  stored: StoredSongs,
): { queue: StoredQueue; songs: SongsChange } | undefined {
  const { entries, unshuffled } = saved.queue;
  const list = unshuffled ?? entries;
  const songs = stored.take(list, songOf);
  if (songs === undefined) return undefined;
  const queue = {
    id,
    ...(name !== undefined && { name }),
    list: list.map(({ songId }) => stored.numberOf(songId) ?? 0),
    order: unshuffled && orderOf(entries, unshuffled),
    repeat: saved.repeat,
    speed: saved.speed,
    place: encodePlace(saved, position, id, 0),
  };
  return { queue, songs };
}

function orderOf(entries: readonly Track[], list: readonly Track[]): number[] {
  const nthEntry = new Map(list.map((entry, nth) => [entry, nth]));
  return entries.map((entry) => nthEntry.get(entry) ?? 0);
}

export const encodePlace = ({ queue }: SavedQueue, position: number, id: string, version: number): StoredPlace => ({
  queue: id,
  index: Math.max(queue.index, 0),
  startedAt: queue.startedAt,
  queued: queue.queued,
  position,
  version,
});

/** A chunk of songs; undefined for one of another form, such as that of another version. */
export function decodeSongs(stored: unknown): Songs | undefined {
  const songs = v.safeParse(Songs, stored);
  return songs.success ? songs.output : undefined;
}

/** Undefined for rows of another form. */
export function decodePlayer(rows: StoredPlayer<Songs | undefined>): RestoredPlayer | undefined {
  const read = decodeQueue(rows);
  if (read === undefined) return undefined;
  const { queue, place } = read;
  const songs = new Map<number, Songs>();
  for (const [chunk, found] of rows.songs) {
    if (found === undefined) return undefined;
    songs.set(chunk, found);
  }
  const { id, name, list, order, repeat, speed } = queue;
  const { index, startedAt, queued, position, version } = place;
  const tracks: Track[] = list.flatMap((number) => songIn(songs, number) ?? []).map(trackOf);
  const entries = order === null ? tracks : order.flatMap((nth) => tracks[nth] ?? []);
  const isWhole =
    tracks.length === list.length && entries.length === tracks.length && new Set(entries).size === entries.length;
  const isInside = index < entries.length && startedAt <= index && index + queued < entries.length;
  if (!isWhole || !isInside) return undefined;
  const unshuffled = order === null ? null : tracks;
  return {
    id,
    list: name,
    songs: [...songs.values()].flatMap((chunk) => chunk.filter((song) => song !== null)),
    stored: new StoredSongs(songs),
    saved: { queue: { entries, index, startedAt, queued, unshuffled }, repeat, speed },
    position,
    version,
  };
}

/** The number of the current song, and the place in it. */
export function decodeCurrent(rows: PlayerRows): { number: number; position: number } | undefined {
  const read = decodeQueue(rows);
  if (read === undefined) return undefined;
  const { list, order } = read.queue;
  const { index, position } = read.place;
  const number = list[order === null ? index : (order[index] ?? -1)];
  return number === undefined ? undefined : { number, position };
}

/** The song of this number; undefined if there is none. */
export const songIn = (songs: ReadonlyMap<number, Songs | undefined>, number: number): SongSnapshot | undefined =>
  songs.get(chunkOf(number))?.[number - firstIn(chunkOf(number))] ?? undefined;

/** `left` if it is a place in the stored queue, and newer than the stored one. */
export function newerPlace(rows: PlayerRows, left: unknown): StoredPlace | undefined {
  const stored = decodeQueue(rows);
  const place = v.safeParse(StoredPlace, left);
  if (stored === undefined || !place.success || place.output.queue !== stored.queue.id) return undefined;
  return place.output.version > stored.place.version ? place.output : undefined;
}

/** Whether this is the stored queue with that id. */
export const isQueue = (queue: unknown, id: string): boolean => v.is(v.object({ id: v.literal(id) }), queue);

function decodeQueue(rows: PlayerRows): { queue: StoredQueue; place: StoredPlace } | undefined {
  const queue = v.safeParse(StoredQueue, rows.queue);
  if (!queue.success) return undefined;
  const place = v.safeParse(StoredPlace, rows.place);
  const isOfQueue = place.success && place.output.queue === queue.output.id;
  return { queue: queue.output, place: isOfQueue ? place.output : queue.output.place };
}
