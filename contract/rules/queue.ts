/**
 * The play queue (specification 6.5-6.8, 6.15): an ordered list of song ids and the current position. Pure: every
 * function returns a new queue or a step; the audio engine does the playing.
 */
import { singleTrackReplayMs } from "./limits.ts";

/** An entry may have more members; the queue uses only the song. A song may occur more than once. */
export interface QueueEntry {
  readonly songId: string;
}

export interface Queue<Entry extends QueueEntry = QueueEntry> {
  readonly entries: readonly Entry[];
  /** Index of the current entry; -1 only for an empty queue. */
  readonly index: number;
}

/** Whether a song can be played now. */
export type CanPlay = (songId: string) => boolean;

/** The target index, and the skipped songs. */
export interface Step {
  readonly index: number;
  readonly skipped: readonly string[];
}

/** What to do at the end of a track. `none`: no song in the queue can be played now. */
export type AfterEnd =
  | { readonly kind: "advance"; readonly step: Step }
  | { readonly kind: "replay"; readonly afterMs: number; readonly step: Step }
  | { readonly kind: "none" };

/** Clamps an index outside the list. */
export function createQueue<Entry extends QueueEntry>(entries: readonly Entry[], index: number): Queue<Entry> {
  return { entries, index: placeWithin(entries.length, index) };
}

export function moveTo<Entry extends QueueEntry>(queue: Queue<Entry>, index: number): Queue<Entry> {
  return createQueue(queue.entries, index);
}

export function currentEntry<Entry extends QueueEntry>(queue: Queue<Entry>): Entry | undefined {
  return queue.entries[queue.index];
}

/** The first playable entry from `index` on, wrapping around; null when there is none. */
export function stepFrom(queue: Queue, index: number, canPlay: CanPlay): Step | null {
  return walk(queue, placeWithin(queue.entries.length, index), 1, canPlay);
}

/** The next playable track, wrapping around. It is the current one only if no other can be played. */
export function stepForward(queue: Queue, canPlay: CanPlay): Step | null {
  return walk(queue, queue.index + 1, 1, canPlay);
}

/** The previous playable track, wrapping around, at any position in the current track (specification 6.5). */
export function stepBack(queue: Queue, canPlay: CanPlay): Step | null {
  return walk(queue, queue.index - 1, -1, canPlay);
}

/**
 * Advances to the next track; a single track replays after a pause (specification 6.6, 6.7). A queue whose only
 * playable track is the current one counts as a single track.
 */
export function stepAtEnd(queue: Queue, canPlay: CanPlay): AfterEnd {
  const step = stepForward(queue, canPlay);
  if (step === null) return { kind: "none" };
  if (step.index === queue.index) return { kind: "replay", afterMs: singleTrackReplayMs, step };
  return { kind: "advance", step };
}

/** Visits each entry once, from `start` on, wrapping around. */
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
