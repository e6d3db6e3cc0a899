/** Collects the keys of rows that change, in any tab or worker. */
import Dexie, { type IndexableType, type ObservabilitySet, RangeSet, type Table } from "dexie";

interface ChangedKeys<K> {
  /** The keys changed since the last call; undefined if any row may have changed, as on the first call. */
  take(): K[] | undefined;
  /** Marks all rows as changed, after a failed read. */
  markAllChanged(): void;
  close(): void;
}

/**
 * Watches the commits that Dexie reports.
 * @param onChange called for each commit to the table
 */
export function watchKeys<R, K extends IndexableType, I>(table: Table<R, K, I>, onChange: () => void): ChangedKeys<K> {
  const part = `idb://${table.db.name}/${table.name}/`;
  let keys: Set<K> | undefined;

  function note(parts: ObservabilitySet): void {
    // Dexie reports "all" when a page returns from the back/forward cache.
    const tree = parts[part] ?? parts["all"];
    if (tree === undefined) return;
    for (const { from, to } of new RangeSet().add(tree))
      if (from === to) keys?.add(from as K); // a key of this very table
      else keys = undefined;
    onChange();
  }

  Dexie.on.storagemutated.subscribe(note);
  return {
    take() {
      const taken = keys && [...keys];
      keys = new Set();
      return taken;
    },
    markAllChanged() {
      keys = undefined;
    },
    close: () => Dexie.on.storagemutated.unsubscribe(note),
  };
}
