/** The merge of a reordered list with what others made of it meanwhile (specification 7.9-7.15). */

export interface OrderChange {
  /** All ids as the sender saw them after the last drop. */
  orderedList: readonly string[];
  /** All ids as the sender saw them before the first drop that is not sent yet. */
  base?: readonly string[] | undefined;
  moved?: readonly string[] | undefined;
}

/** Name of the gap before the first quiet song; no id is empty. */
const start = "";

/** `current` in its new order: never an id more or less. */
export function mergeOrder(current: readonly string[], { orderedList, base = current, moved }: OrderChange): string[] {
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

/**
 * `list` with those of its ids that `order` names in that order, in the places where such ids stand now; the others
 * keep theirs.
 */
export function arrange(list: readonly string[], order: readonly string[]): string[] {
  const present = new Set(list);
  const ordered = order.filter((id) => present.has(id));
  const named = new Set(ordered);
  let next = 0;
  return list.map((id) => (named.has(id) ? (ordered[next++] ?? id) : id));
}

/** The songs of `mine` in each gap that has any, by the quiet song to the left of the gap. */
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

/** Ids outside a longest run of `list` whose places grow; those without a place are outside as well. O(n log n). */
function outsideRun(list: readonly string[], places: ReadonlyMap<string, number>): string[] {
  /** For each length the run of that length with the lowest last place, as a chain back to its first id. */
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
