/** Which rows of a table changed since one asked last, in whatever tab or worker. */
import Dexie, { type IndexableType, type ObservabilitySet, RangeSet, type Table } from "dexie";

export interface ChangedKeys<K> {
  /** The keys since the last call; undefined where all rows may have changed, as before the first one. */
  take(): K[] | undefined;
  /** What was taken could not be used: all rows count as changed. */
  giveBack(): void;
  close(): void;
}

/**
 * Follows what the database library tells of every transaction when it is committed.
 * @param onChange called each time
 */
export function watchKeys<R, K extends IndexableType, I>(table: Table<R, K, I>, onChange: () => void): ChangedKeys<K> {
  const part = `idb://${table.db.name}/${table.name}/`;
  let keys: Set<K> | undefined;

  function note(parts: ObservabilitySet): void {
    // The library's word for "anything", after a page came back from the browser's cache of pages.
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
    giveBack() {
      keys = undefined;
    },
    close: () => Dexie.on.storagemutated.unsubscribe(note),
  };
}
