/** Merges a reordered list with concurrent changes (specification 7.9-7.15). */
import { hasSameItems } from "./same-items.ts";

export interface OrderChange {
  /** All ids as the sender saw them after the last drop. */
  orderedList: readonly string[];
  /** All ids as the sender saw them before the first unsent drop. */
  base?: readonly string[] | undefined;
  moved?: readonly string[] | undefined;
}

/** Key of the gap before the first unmoved song; no id is empty. */
const start = "";

/** Returns `current` in its new order, with exactly the same ids. */
export function mergeOrder(current: readonly string[], { orderedList, base = current, moved }: OrderChange): string[] {
  if (isOnlyMoved(current, { orderedList, base, moved })) return orderedList.slice();
  const known = new Set(current);
  const wanted = [...new Set(orderedList)].filter((id) => known.has(id));
  const places = new Map(base.filter((id) => known.has(id)).map((id, place) => [id, place]));
  const mine = new Set(moved ?? outsideRun(wanted, places));
  const theirs = new Set(outsideRun(current, places));
  const shown = new Set(wanted);
  const isQuiet = (id: string) => shown.has(id) && !mine.has(id) && !theirs.has(id);

  const present = gapsOf(current, isQuiet, mine);
  const lifted = new Set<string>();
  const placed = new Map<string, string[]>();
  for (const [gap, songs] of gapsOf(wanted, isQuiet, mine)) {
    if (songs.join() === present.get(gap)?.join()) continue;
    placed.set(gap, songs);
    for (const id of songs) lifted.add(id);
  }
  return [
    ...(placed.get(start) ?? []),
    ...current.flatMap((id) => (lifted.has(id) ? [] : [id, ...(placed.get(id) ?? [])])),
  ];
}

/** Whether nobody else changed the list, which then is what was sent: the usual case, and many times faster to see. */
function isOnlyMoved(current: readonly string[], { orderedList, base = current, moved }: OrderChange): boolean {
  if (moved === undefined || orderedList.length !== current.length || !hasSameItems(base, current)) return false;
  const mine = new Set(moved);
  const [came, left]: [string[], string[]] = [[], []];
  let at = 0;
  // Only what differs is looked up, of thousands mostly one.
  for (const id of orderedList) {
    while (at < current.length && current[at] !== id && !mine.has(id) && mine.has(current[at] ?? ""))
      left.push(current[at++] ?? "");
    if (current[at] === id) at += 1;
    else if (mine.has(id)) came.push(id);
    else return false;
  }
  left.push(...current.slice(at));
  return left.every((id) => mine.has(id)) && hasSameItems(came.sort(), left.sort());
}

/**
 * Sorts the ids of `list` that are in `order` by that order, within the positions that they occupy now; all other ids
 * keep their positions.
 */
export function arrange(list: readonly string[], order: readonly string[]): string[] {
  const present = new Set(list);
  const ordered = order.filter((id) => present.has(id));
  const named = new Set(ordered);
  let next = 0;
  return list.map((id) => (named.has(id) ? (ordered[next++] ?? id) : id));
}

/** Groups the songs of `mine` by gap; a gap's key is the unmoved song to its left. */
function gapsOf(
  list: readonly string[],
  isQuiet: (id: string) => boolean,
  mine: ReadonlySet<string>,
): Map<string, string[]> {
  const gaps = new Map<string, string[]>();
  let gap = start;
  for (const id of list) {
    if (isQuiet(id)) gap = id;
    else if (mine.has(id)) {
      const songs = gaps.get(gap);
      if (songs) songs.push(id);
      else gaps.set(gap, [id]);
    }
  }
  return gaps;
}

/** Ids outside a longest increasing subsequence of places; ids without a place are outside too. O(n log n). */
function outsideRun(list: readonly string[], places: ReadonlyMap<string, number>): string[] {
  /** For each length, the subsequence with the lowest last place, linked back to its first id. */
  const runs: { id: string; place: number; before: Run }[] = [];
  for (const id of list) {
    const place = places.get(id);
    if (place === undefined) continue;
    let low = 0;
    for (let high = runs.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((runs[middle]?.place ?? place) < place) low = middle + 1;
      else high = middle;
    }
    runs[low] = { id, place, before: runs[low - 1] };
  }
  const inside = new Set<string>();
  for (let run: Run = runs.at(-1); run; run = run.before) inside.add(run.id);
  return list.filter((id) => !inside.has(id));
}

type Run = { id: string; place: number; before: Run } | undefined;
