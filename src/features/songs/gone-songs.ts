/** Tells other features which songs were found to be gone: deleted, or made private by their owners. */

type Listener = (songIds: ReadonlySet<string>) => void;

/** By the app. */
const listeners = new WeakMap<object, Set<Listener>>();

export function reportGone(app: object, songIds: readonly string[]): void {
  for (const listener of listeners.get(app) ?? []) listener(new Set(songIds));
}

/** Returns the function that ends it. */
export function onGone(app: object, listener: Listener): () => void {
  const all = listeners.get(app) ?? new Set();
  listeners.set(app, all.add(listener));
  return () => void all.delete(listener);
}
