/** Changes of a list's order. Pure: the ids in, the new ids out. */

/** The moves that a menu offers. */
export const steps = ["up", "down", "top", "bottom"] as const;
export type Step = (typeof steps)[number];

/** Moves an id. An index beyond the ends means the end; an id that is not in the list moves nothing. */
export function moveId(ids: readonly string[], id: string, place: number): readonly string[] {
  const from = ids.indexOf(id);
  const to = clampIndex(place, ids.length);
  if (from < 0 || from === to) return ids;
  const moved = ids.slice();
  moved.splice(from, 1);
  moved.splice(to, 0, id);
  return moved;
}

export const clampIndex = (index: number, count: number): number =>
  Math.min(Math.max(index, 0), Math.max(count - 1, 0));

/** The index after a step. */
export function stepTo(step: Step, from: number, count: number): number {
  const to = { up: from - 1, down: from + 1, top: 0, bottom: count - 1 }[step];
  return clampIndex(to, count);
}

/**
 * Sorts `ids` by `order`, which may be older: an id that has left is dropped, one that has joined stands at the index at
 * which it joined.
 */
export function inOrder(ids: readonly string[], order: readonly string[]): readonly string[] {
  const present = new Set(ids);
  // Mostly nothing has joined or left.
  if (order.length === ids.length && order.every((id) => present.has(id))) return order;
  const known = new Set(order);
  const sorted = order.filter((id) => present.has(id));
  for (const [index, id] of ids.entries()) if (!known.has(id)) sorted.splice(index, 0, id);
  return sorted;
}
