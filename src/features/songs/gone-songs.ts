/** Tells other features which songs were found to be gone: deleted, or made private by their owners. */
import { createStore, type Store } from "../../lib/store.ts";

type SongIds = ReadonlySet<string>;

/** The last report of each app. */
const reports = new WeakMap<object, Store<SongIds>>();

function reportsOf(app: object): Store<SongIds> {
  const known = reports.get(app) ?? createStore<SongIds>(new Set());
  reports.set(app, known);
  return known;
}

export const reportGone = (app: object, songIds: readonly string[]): void => reportsOf(app).set(new Set(songIds));

/** Returns the function that ends the subscription. */
export function onGone(app: object, listener: (songIds: SongIds) => void): () => void {
  const store = reportsOf(app);
  return store.subscribe(() => listener(store.get()));
}
