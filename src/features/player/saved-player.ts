/** The stored form of the queue and of the place in it (specification 6.25). Pure. */
import * as v from "valibot";
import { SongSnapshot } from "../../../contract/songs.ts";
import type { SavedQueue } from "../../audio/play-queue.ts";
import type { Track } from "../../audio/player-state.ts";
import type { StoredPlayer } from "../../db/player-rows.ts";
import { trackOf } from "./song-registry.ts";

const Index = v.pipe(v.number(), v.integer(), v.minValue(0));

const StoredPlace = v.object({
  /** The queue that it belongs to. */
  queue: v.string(),
  index: Index,
  startedAt: Index,
  queued: Index,
  /** Seconds. */
  position: v.pipe(v.number(), v.minValue(0)),
});
type StoredPlace = v.InferOutput<typeof StoredPlace>;

/** Songs once, entries as indexes of songs, both orders as indexes of entries: an entry is known by its place. */
const StoredQueue = v.object({
  id: v.string(),
  /** The list that it was made from. */
  name: v.optional(v.string()),
  songs: v.array(SongSnapshot),
  list: v.array(Index),
  /** The playing order of a shuffled queue. */
  order: v.nullable(v.array(Index)),
  repeat: v.picklist(["all", "one", "off"]),
  speed: v.number(),
  place: StoredPlace,
});
type StoredQueue = v.InferOutput<typeof StoredQueue>;

export interface RestoredPlayer {
  /** Of the stored queue. */
  id: string;
  /** The name of the list that it was made from. */
  list?: string | undefined;
  songs: readonly SongSnapshot[];
  saved: SavedQueue;
  position: number;
}

/**
 * @param id identifies this version of the queue
 * @param name of the list that it was made from
 */
export function encodeQueue(
  saved: SavedQueue,
  position: number,
  songOf: (songId: string) => SongSnapshot | undefined,
  id: string,
  name: string | undefined,
): StoredQueue | undefined {
  const { entries, unshuffled } = saved.queue;
  const list = unshuffled ?? entries;
  const songIds = [...new Set(list.map(({ songId }) => songId))];
  const songs = songIds.flatMap((songId) => songOf(songId) ?? []);
  if (songs.length < songIds.length) return undefined;
  const nthSong = new Map(songIds.map((songId, nth) => [songId, nth]));
  const nthEntry = new Map(list.map((entry, nth) => [entry, nth]));
  return {
    id,
    ...(name !== undefined && { name }),
    songs,
    list: list.map(({ songId }) => nthSong.get(songId) ?? 0),
    order: unshuffled && entries.map((entry) => nthEntry.get(entry) ?? 0),
    repeat: saved.repeat,
    speed: saved.speed,
    place: encodePlace(saved, position, id),
  };
}

export const encodePlace = ({ queue }: SavedQueue, position: number, id: string): StoredPlace => ({
  queue: id,
  index: Math.max(queue.index, 0),
  startedAt: queue.startedAt,
  queued: queue.queued,
  position,
});

/** Returns undefined for rows of another form, such as those of another version. */
export function decodePlayer(stored: StoredPlayer): RestoredPlayer | undefined {
  const queue = v.safeParse(StoredQueue, stored.queue);
  if (!queue.success) return undefined;
  const { id, name, songs, list, order, repeat, speed } = queue.output;
  const place = v.safeParse(StoredPlace, stored.place);
  const { index, startedAt, queued, position } =
    place.success && place.output.queue === id ? place.output : queue.output.place;
  const tracks: Track[] = list.flatMap((nth) => songs[nth] ?? []).map(trackOf);
  const entries = order === null ? tracks : order.flatMap((nth) => tracks[nth] ?? []);
  const isWhole =
    tracks.length === list.length && entries.length === tracks.length && new Set(entries).size === entries.length;
  const isInside = index < entries.length && startedAt <= index && index + queued < entries.length;
  if (!isWhole || !isInside) return undefined;
  const unshuffled = order === null ? null : tracks;
  const restored = { entries, index, startedAt, queued, unshuffled };
  return { id, list: name, songs, saved: { queue: restored, repeat, speed }, position };
}
