/**
 * The play queue (specification 6.5-6.8, 6.15): an ordered list of songs by id and the place that plays. Pure: every
 * function returns a new queue or a step to take; who plays, when and from which address is the audio engine's matter.
 */
import { singleTrackReplayMs } from "./limits.ts";

/** Whatever else an entry carries, the queue knows it by its song. A song may stand in a queue more than once. */
export interface QueueEntry {
  readonly songId: string;
}

export interface Queue<Entry extends QueueEntry = QueueEntry> {
  readonly entries: readonly Entry[];
  /** Place of the current entry, from 0; -1 only while the queue is empty. */
  readonly index: number;
}

/** Whether a song can be played at this moment. */
export type CanPlay = (songId: string) => boolean;

/** Where to go, and which songs were passed over on the way. */
export interface Step {
  readonly index: number;
  readonly skipped: readonly string[];
}

/** What follows the end of a track. `none`: nothing in the queue can be played now. */
export type AfterEnd =
  | { readonly kind: "advance"; readonly step: Step }
  | { readonly kind: "replay"; readonly afterMs: number; readonly step: Step }
  | { readonly kind: "none" };

/** A place outside the list is brought to its nearest end. */
export function createQueue<Entry extends QueueEntry>(entries: readonly Entry[], index: number): Queue<Entry> {
  return { entries, index: placeWithin(entries.length, index) };
}

export function moveTo<Entry extends QueueEntry>(queue: Queue<Entry>, index: number): Queue<Entry> {
  return createQueue(queue.entries, index);
}

export function currentEntry<Entry extends QueueEntry>(queue: Queue<Entry>): Entry | undefined {
  return queue.entries[queue.index];
}

/** The entry at `index` or the first after it that can be played, around the end; null when none can. */
export function stepFrom(queue: Queue, index: number, canPlay: CanPlay): Step | null {
  return walk(queue, placeWithin(queue.entries.length, index), 1, canPlay);
}

/** The following track, from the last to the first. It is the current one only if no other can be played. */
export function stepForward(queue: Queue, canPlay: CanPlay): Step | null {
  return walk(queue, queue.index + 1, 1, canPlay);
}

/** The prior track, wherever in the current one the listener is, from the first to the last (specification 6.5). */
export function stepBack(queue: Queue, canPlay: CanPlay): Step | null {
  return walk(queue, queue.index - 1, -1, canPlay);
}

/**
 * At its end a track is followed by the next one; a single track waits and starts again (specification 6.6, 6.7). A
 * queue of which only the current track can be played now is heard as a single one, so it waits as well.
 */
export function stepAtEnd(queue: Queue, canPlay: CanPlay): AfterEnd {
  const step = stepForward(queue, canPlay);
  if (step === null) return { kind: "none" };
  if (step.index === queue.index) return { kind: "replay", afterMs: singleTrackReplayMs, step };
  return { kind: "advance", step };
}

/** Looks at each entry once, from `start` on, wrapping at the ends. */
function walk({ entries }: Queue, start: number, direction: 1 | -1, canPlay: CanPlay): Step | null {
  const skipped: string[] = [];
  for (let distance = 0; distance < entries.length; distance += 1) {
    const index = modulo(start + distance * direction, entries.length);
    const entry = entries[index];
    if (entry === undefined) break;
    if (canPlay(entry.songId)) return { index, skipped };
    skipped.push(entry.songId);
  }
  return null;
}

function placeWithin(length: number, index: number): number {
  return Math.min(Math.max(Math.trunc(index) || 0, 0), length - 1);
}

function modulo(value: number, length: number): number {
  return ((value % length) + length) % length;
}
