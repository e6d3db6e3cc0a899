/** How the user changes the queue while it plays (specification 6.21-6.24). Pure; the current song always stays current. */
import { currentEntry, placeWithin, queuedEntries, type Queue, type QueueEntry } from "./queue.ts";

/** From 0 to less than 1, as `Math.random`. */
export type Random = () => number;

/** Puts songs directly after the current one, before all that was queued so far. */
export function playNext<Entry extends QueueEntry>(queue: Queue<Entry>, added: readonly Entry[]): Queue<Entry> {
  return insertQueued(queue, added, 0);
}

/**
 * Puts songs after those that were queued so far, and before what the list brings. In a shuffled queue each lands at a
 * random place among those.
 */
export function addToQueue<Entry extends QueueEntry>(
  queue: Queue<Entry>,
  added: readonly Entry[],
  random: Random,
): Queue<Entry> {
  if (queue.unshuffled === null) return insertQueued(queue, added, queue.queued);
  return added.reduce((all, entry) => insertQueued(all, [entry], Math.floor(random() * (all.queued + 1))), queue);
}

/**
 * Puts the whole list in the place of the part of it that was known, around the last of its entries that was played in its
 * turn. What was played, the current entry and those that the user queued stay, also where they are songs of the list; what
 * the user removed stays out, and what was moved stays where it is; what is ahead of a shuffled queue is shuffled again.
 */
export function completeQueue<Entry extends QueueEntry>(
  queue: Queue<Entry>,
  part: readonly Entry[],
  all: readonly Entry[],
  random: Random,
): Queue<Entry> {
  const { entries, index, startedAt, queued } = queue;
  const played = entries.slice(0, index + 1);
  const ahead = entries.slice(index + 1 + queued);
  const inPart = new Set(part);
  const placesIn = (list: readonly Entry[]) => {
    const places = new Map(list.map(({ songId }, place) => [songId, place]));
    return (entry: Entry | undefined) => (entry && inPart.has(entry) ? places.get(entry.songId) : undefined);
  };
  const placeInAll = placesIn(all);
  // One that was moved up and played has others of before it still ahead.
  const first =
    queue.unshuffled === null
      ? ahead.reduce((least, entry) => Math.min(least, placeInAll(entry) ?? least), Infinity)
      : Infinity;
  const anchor = played.findLastIndex((entry) => (placeInAll(entry) ?? Infinity) < first);
  const present = new Set(entries);
  const moved = new Set([...played.slice(anchor + 1), ...queuedEntries(queue)]);
  const taken = new Set(part.filter((entry) => !present.has(entry) || moved.has(entry)).map(({ songId }) => songId));
  const whole = all.filter(({ songId }) => !taken.has(songId));
  const placeOf = placesIn(whole);
  const at = placeOf(played[anchor]);
  if (at === undefined) return queue;
  const own = new Map(played.flatMap((entry) => (placeOf(entry) === undefined ? [] : [[entry.songId, entry]])));
  const list = whole.map((entry) => own.get(entry.songId) ?? entry);
  if (queue.unshuffled !== null) {
    const kept = entries.slice(0, index + 1 + queued);
    const [inKept, inList] = [new Set(kept), new Set(list)];
    const rest = list.filter((entry) => !inKept.has(entry));
    const added = kept.filter((entry) => !inList.has(entry));
    return { ...queue, entries: [...kept, ...shuffled(rest, random)], unshuffled: insert(list, added, at + 1) };
  }
  const before = list.slice(0, at);
  let place = at;
  for (const entry of played.slice(0, anchor).toReversed()) {
    place = Math.min(place, placeOf(entry) ?? place);
    if (!inPart.has(entry)) before.splice(place, 0, entry);
  }
  const shift = before.length - anchor;
  const rest = inOrderOf(ahead, list.slice(at + 1), placeOf);
  const completed = [...before, ...entries.slice(anchor, index + 1 + queued), ...rest];
  const start = entries[startedAt];
  const started = start === undefined ? -1 : completed.indexOf(start);
  return {
    entries: completed,
    index: index + shift,
    startedAt: startedAt > anchor ? startedAt + shift : Math.min(started < 0 ? before.length : started, before.length),
    queued,
    unshuffled: null,
  };
}

/** The rest of a list; what was moved in it stays in its order, and what was not known follows. */
function inOrderOf<Entry extends QueueEntry>(
  ahead: readonly Entry[],
  rest: readonly Entry[],
  placeOf: (entry: Entry) => number | undefined,
): readonly Entry[] {
  const known = ahead.filter((entry) => placeOf(entry) !== undefined);
  const isMoved = known.some(
    (entry, nth) => nth > 0 && (placeOf(entry) ?? 0) < (placeOf(known[nth - 1] ?? entry) ?? 0),
  );
  if (!isMoved) return rest;
  const ids = new Set(known.map(({ songId }) => songId));
  return [...known, ...rest.filter(({ songId }) => !ids.has(songId))];
}

/** Removes an entry. After the current one the next becomes current, at the end of the queue the first. */
export function removeAt<Entry extends QueueEntry>(queue: Queue<Entry>, index: number): Queue<Entry> {
  const removed = queue.entries[index];
  if (removed === undefined) return queue;
  const entries = without(queue.entries, removed);
  const isQueued = index > queue.index && index <= queue.index + queue.queued;
  const takesQueued = index === queue.index && queue.queued > 0;
  const place = index < queue.index ? queue.index - 1 : queue.index;
  return {
    entries,
    index: place < entries.length ? place : Math.min(0, entries.length - 1),
    startedAt: place < entries.length ? queue.startedAt - (index < queue.startedAt ? 1 : 0) : 0,
    queued: queue.queued - (isQueued || takesQueued ? 1 : 0),
    unshuffled: queue.unshuffled && without(queue.unshuffled, removed),
  };
}

/**
 * Moves an entry to `to`, an index after the current one: what was played stays above. An entry that lands among the
 * queued ones, or next to them, belongs to them.
 */
export function moveEntry<Entry extends QueueEntry>(queue: Queue<Entry>, from: number, to: number): Queue<Entry> {
  const moved = queue.entries[from];
  if (moved === undefined || from === queue.index) return queue;
  const rest = removeAt(queue, from);
  const at = Math.max(placeWithin(queue.entries.length, to), rest.index + 1);
  const isQueued = at - rest.index - 1 <= rest.queued;
  return {
    ...rest,
    entries: insert(rest.entries, [moved], at),
    queued: rest.queued + (isQueued ? 1 : 0),
    // The order of the list stays as it is.
    unshuffled: queue.unshuffled,
  };
}

/** Leaves the current song alone in the queue. */
export function clearQueue<Entry extends QueueEntry>(queue: Queue<Entry>): Queue<Entry> {
  const current = currentEntry(queue);
  const entries = current === undefined ? [] : [current];
  return {
    entries,
    index: entries.length - 1,
    startedAt: 0,
    queued: 0,
    unshuffled: queue.unshuffled && entries,
  };
}

/**
 * Undoes a clear: returns to an earlier queue, unless another song plays by now that is not part of it. What was queued
 * since still comes next.
 */
export function revertTo<Entry extends QueueEntry>(queue: Queue<Entry>, earlier: Queue<Entry>): Queue<Entry> {
  const current = currentEntry(queue);
  const index = earlier.entries.findIndex((entry) => entry === current);
  if (index < 0) return queue;
  const isSame = index === earlier.index;
  const reverted = {
    ...earlier,
    index,
    startedAt: Math.min(earlier.startedAt, index),
    queued: isSame ? earlier.queued : 0,
  };
  const known = new Set(earlier.entries);
  const since = queuedEntries(queue).filter((entry) => !known.has(entry));
  return insertQueued(reverted, since, 0);
}

/** Shuffles what has not been played. What was played stays above the current song, what the user queued after it. */
export function shuffle<Entry extends QueueEntry>(queue: Queue<Entry>, random: Random): Queue<Entry> {
  if (queue.unshuffled !== null) return queue;
  const { entries, index, startedAt, queued } = queue;
  const kept = entries.slice(startedAt, index + 1 + queued);
  const rest = [...entries.slice(index + 1 + queued), ...entries.slice(0, startedAt)];
  return {
    entries: [...kept, ...shuffled(rest, random)],
    index: index - startedAt,
    startedAt: 0,
    queued,
    unshuffled: entries,
  };
}

/** Returns to the list's own order. What the user queued still comes next. */
export function unshuffle<Entry extends QueueEntry>(queue: Queue<Entry>): Queue<Entry> {
  const current = currentEntry(queue);
  if (queue.unshuffled === null) return queue;
  if (current === undefined) return { ...queue, unshuffled: null };
  const run = queuedEntries(queue);
  const running = new Set(run);
  const list = queue.unshuffled.filter((entry) => !running.has(entry));
  const index = list.indexOf(current);
  const played = new Set(queue.entries.slice(queue.startedAt, queue.index + 1));
  let startedAt = index;
  for (let entry = list[startedAt - 1]; entry !== undefined && played.has(entry); entry = list[startedAt - 1]) {
    startedAt -= 1;
  }
  return { entries: insert(list, run, index + 1), index, startedAt, queued: queue.queued, unshuffled: null };
}

/** @param after how many queued entries stay before the added ones */
function insertQueued<Entry extends QueueEntry>(
  queue: Queue<Entry>,
  added: readonly Entry[],
  after: number,
): Queue<Entry> {
  const { entries, index, unshuffled } = queue;
  const current = currentEntry(queue);
  if (current === undefined) {
    return { ...queue, entries: added, index: Math.min(0, added.length - 1), unshuffled: unshuffled && added };
  }
  return {
    ...queue,
    entries: insert(entries, added, index + 1 + after),
    queued: queue.queued + added.length,
    unshuffled: unshuffled && insert(unshuffled, added, unshuffled.indexOf(current) + 1),
  };
}

const insert = <Entry>(entries: readonly Entry[], added: readonly Entry[], at: number): Entry[] => [
  ...entries.slice(0, at),
  ...added,
  ...entries.slice(at),
];

const without = <Entry>(entries: readonly Entry[], removed: Entry): Entry[] =>
  entries.filter((entry) => entry !== removed);

/** Fisher-Yates. */
function shuffled<Entry>(entries: readonly Entry[], random: Random): Entry[] {
  const mixed = [...entries];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    // The reason for the assertions: both indexes lie within the list.
    [mixed[last], mixed[other]] = [mixed[other] as Entry, mixed[last] as Entry];
  }
  return mixed;
}
