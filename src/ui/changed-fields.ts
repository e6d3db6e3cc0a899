/** The values of a form that differ from those it began with. */
export function changedFields<T extends object>(before: object, after: T): Partial<T> {
  const old: Record<string, unknown> = { ...before };
  const changed = Object.entries(after).filter(([name, value]) => value !== old[name]);
  // Names and values are those of `after`.
  return Object.fromEntries(changed) as Partial<T>;
}
