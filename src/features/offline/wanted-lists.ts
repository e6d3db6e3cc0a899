/** The lists whose songs stay on the device, and why each song does; pure (specification 17.8). */
import { hasSameItems } from "../../../contract/rules/same-items.ts";

export interface KnownList {
  /** `favourites`, or a playlist's id: the list's name in query keys, and the reason in the rows of its songs. */
  name: string;
  /** With the unsent changes. Unchanged lists keep their identity. */
  ids: readonly string[];
}

/** A list that may not be known yet. */
export interface WantedList {
  name: string;
  ids: readonly string[] | undefined;
}

/**
 * The songs in the order of the lists, each with the names of all lists that want it.
 * @param only leaves out all other songs
 */
export function reasonsOf(lists: readonly KnownList[], only?: ReadonlySet<string>): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const { name, ids } of lists)
    for (const id of ids) {
      if (only !== undefined && !only.has(id)) continue;
      const known = reasons.get(id);
      if (known === undefined) reasons.set(id, [name]);
      else if (known.at(-1) !== name) known.push(name);
    }
  return reasons;
}

/** The songs that joined or left a list. */
export function changedIds(before: readonly KnownList[], after: readonly KnownList[]): Set<string> {
  const idsIn = (lists: readonly KnownList[], of: string) => lists.find(({ name }) => name === of)?.ids ?? [];
  const names = new Set([...before, ...after].map(({ name }) => name));
  const changed = new Set<string>();
  for (const name of names) {
    const [old, now] = [idsIn(before, name), idsIn(after, name)];
    if (old !== now) for (const id of differing(...withoutCommonEnds(old, now))) changed.add(id);
  }
  return changed;
}

/** Whether a list has another order than before, or other songs. */
export const isReordered = (before: readonly KnownList[], after: readonly KnownList[]): boolean =>
  after.some(({ name, ids }) => !hasSameItems(ids, before.find((list) => list.name === name)?.ids ?? []));

/** What two lists do not begin and end with alike: of thousands of songs, mostly one. */
function withoutCommonEnds(old: readonly string[], now: readonly string[]): [Set<string>, Set<string>] {
  const shorter = Math.min(old.length, now.length);
  let first = 0;
  while (first < shorter && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < shorter - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const between = (ids: readonly string[]) => new Set(ids.slice(first, ids.length - last));
  return [between(old), between(now)];
}

export const differing = (some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...[...some].filter((id) => !others.has(id)), ...[...others].filter((id) => !some.has(id))]);

/**
 * Returns a function that takes the sizes of the songs by descending priority and says which of them fit into a limit: a
 * song that is too large leaves its room to the next.
 * @param limit bytes; null: no limit
 */
export function createLimit(limit: number | null): (bytes: number) => boolean {
  let left = limit ?? Infinity;
  return (bytes) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
}
