/** Tells other features which songs were found to be gone: deleted, or made private by their owners. */
type Listener = (songIds: ReadonlySet<string>) => void;

/** Those of each app. */
const listeners = new WeakMap<object, Set<Listener>>();

export function reportGone(app: object, songIds: readonly string[]): void {
  if (songIds.length === 0) return;
  const gone = new Set(songIds);
  for (const listener of listeners.get(app) ?? []) listener(gone);
}

/** Returns the function that ends the subscription. */
export function onGone(app: object, listener: Listener): () => void {
  const present = listeners.get(app) ?? new Set();
  listeners.set(app, present.add(listener));
  return () => void present.delete(listener);
}
