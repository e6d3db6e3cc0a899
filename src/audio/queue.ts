/**
 * The play queue (specification 6.5-6.8, 6.15, 6.21): an ordered list of songs and the current position. Pure: every
 * function returns a new queue; the audio engine does the playing.
 */
import { singleTrackReplayMs } from "../../contract/rules/limits.ts";

/**
 * An entry may have more members; the queue uses only the song. A song may occur more than once, but every entry is an
 * object of its own.
 */
export interface QueueEntry {
  readonly songId: string;
}

export interface Queue<Entry extends QueueEntry = QueueEntry> {
  /** In playing order. */
  readonly entries: readonly Entry[];
  /** Index of the current entry; -1 only for an empty queue. */
  readonly index: number;
  /** Index of the first entry that was played. Those before it come round only by repeating. */
  readonly startedAt: number;
  /** How many entries directly after the current one the user queued. They come before what the list brings. */
  readonly queued: number;
  /** The same entries in their own order while the queue is shuffled; null while it is not. */
  readonly unshuffled: readonly Entry[] | null;
}

/** - `all`: the last track is followed by the first. - `one`: a track by itself. - `off`: the last one by silence. */
export type Repeat = "all" | "one" | "off";

/** Whether a song can be played now. */
export type CanPlay = (songId: string) => boolean;

/** The queue at its new place, and the songs skipped on the way. */
export interface Step<Entry extends QueueEntry = QueueEntry> {
  readonly queue: Queue<Entry>;
  readonly skipped: readonly string[];
}

/**
 * What to do at the end of a track.
 * - `stop`: the queue has ended; it is back at its first track
 * - `wait`: a song follows that cannot be played now, but later
 * - `none`: no song can follow
 */
export type AfterEnd<Entry extends QueueEntry = QueueEntry> =
  | { readonly kind: "advance" | "wait"; readonly step: Step<Entry> }
  | { readonly kind: "replay"; readonly afterMs: number }
  | { readonly kind: "stop"; readonly queue: Queue<Entry> }
  | { readonly kind: "none" };

/** Clamps an index outside the list. */
export function createQueue<Entry extends QueueEntry>(entries: readonly Entry[], index: number): Queue<Entry> {
  const at = placeWithin(entries.length, index);
  return { entries, index: at, startedAt: Math.max(at, 0), queued: 0, unshuffled: null };
}

export function currentEntry<Entry extends QueueEntry>(queue: Queue<Entry>): Entry | undefined {
  return queue.entries[queue.index];
}

/** Moves to an entry that the user chose. What the user queued before still comes next. */
export function jumpTo<Entry extends QueueEntry>(queue: Queue<Entry>, index: number): Queue<Entry> {
  const at = placeWithin(queue.entries.length, index);
  if (at < 0) return queue;
  const passed = at - queue.index;
  if (queue.queued === 0 || (passed >= 0 && passed <= queue.queued)) return advance(queue, at, 1);
  const end = queue.index + 1 + queue.queued;
  const others = [...queue.entries.slice(0, queue.index + 1), ...queue.entries.slice(end)];
  const place = at < end ? at : at - queue.queued;
  const entries = [...others.slice(0, place + 1), ...queuedEntries(queue), ...others.slice(place + 1)];
  return { ...queue, entries, index: place, startedAt: Math.min(queue.startedAt, place) };
}

/** The next playable track, wrapping around. It is the current one only if no other can be played. */
export function stepForward<Entry extends QueueEntry>(queue: Queue<Entry>, canPlay: CanPlay): Step<Entry> | null {
  return walk(queue, 1, queue.entries.length, canPlay);
}

/** The previous playable track, wrapping around, at any position in the current track (specification 6.5). */
export function stepBack<Entry extends QueueEntry>(queue: Queue<Entry>, canPlay: CanPlay): Step<Entry> | null {
  return walk(queue, -1, queue.entries.length, canPlay);
}

/**
 * Advances to the next track; a single track replays after a pause (specification 6.6, 6.7). A queue whose only
 * playable track is the current one counts as a single track.
 * @param canPlayLater whether a song that cannot be played now is worth the wait (specification 6.19)
 */
export function stepAtEnd<Entry extends QueueEntry>(
  queue: Queue<Entry>,
  repeat: Repeat,
  canPlay: CanPlay,
  canPlayLater: CanPlay,
): AfterEnd<Entry> {
  const current = currentEntry(queue);
  if (current === undefined) return { kind: "none" };
  if (repeat === "one" && canPlay(current.songId)) return { kind: "replay", afterMs: 0 };
  const { length } = queue.entries;
  const count = repeat === "off" ? length - 1 - queue.index : length;
  const step = walk(queue, 1, count, canPlay);
  if (step?.queue.index === queue.index) return { kind: "replay", afterMs: singleTrackReplayMs };
  if (step !== null) return { kind: "advance", step };
  const later = walk(queue, 1, count, canPlayLater);
  if (later !== null) return { kind: "wait", step: later };
  return repeat === "off" ? { kind: "stop", queue: advance(queue, 0, 1) } : { kind: "none" };
}

/** The entries that the user queued, in order. */
export function queuedEntries<Entry extends QueueEntry>({ entries, index, queued }: Queue<Entry>): readonly Entry[] {
  return entries.slice(index + 1, index + 1 + queued);
}

/** Visits up to `count` entries after the current one, wrapping around. */
function walk<Entry extends QueueEntry>(
  queue: Queue<Entry>,
  direction: 1 | -1,
  count: number,
  canPlay: CanPlay,
): Step<Entry> | null {
  const { entries, index } = queue;
  const skipped: string[] = [];
  for (let distance = 1; distance <= count; distance += 1) {
    const at = modulo(index + distance * direction, entries.length);
    const entry = entries[at];
    if (entry === undefined) break;
    // From the first to the last: what was queued comes along, as with a jump.
    const isRound = direction === -1 && at > index;
    if (canPlay(entry.songId)) return { queue: isRound ? jumpTo(queue, at) : advance(queue, at, direction), skipped };
    skipped.push(entry.songId);
  }
  return null;
}

/** Moves the place. Back, what was queued stays queued, so that next returns to the same queue. */
function advance<Entry extends QueueEntry>(queue: Queue<Entry>, index: number, direction: 1 | -1): Queue<Entry> {
  const passed = index - queue.index;
  const isBack = direction === -1 && passed < 0;
  const isOn = direction === 1 && passed >= 0;
  const queued = isOn ? Math.max(0, queue.queued - passed) : isBack && queue.queued > 0 ? queue.queued - passed : 0;
  return { ...queue, index, startedAt: Math.min(queue.startedAt, index), queued };
}

export function placeWithin(length: number, index: number): number {
  return Math.min(Math.max(Math.trunc(index) || 0, 0), length - 1);
}

function modulo(value: number, length: number): number {
  return ((value % length) + length) % length;
}
