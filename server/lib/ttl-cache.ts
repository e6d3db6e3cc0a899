/**
 * What every call asks of the database about its caller, kept in memory for a moment. Another process on the same
 * database may change it too: its changes arrive after this time, those of this process at once, by `forget`.
 */
import { LRUCache } from "lru-cache";

const keptMs = 5_000;
const keysAtMost = 20_000;

export interface TtlCache<T> {
  get(key: string): Promise<T | undefined>;
  /** To be called after every commit that changes what `read` finds. */
  forget(key: string): void;
}

/** What is not there is asked for at every call: it may be made at any moment, by any process. */
export function createTtlCache<T>(read: (key: string) => Promise<T | undefined>, now: () => number): TtlCache<T> {
  const cache = new LRUCache<string, Promise<T | undefined>>({
    max: keysAtMost,
    // An entry is stale when it is older than this.
    ttl: keptMs - 1,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    get(key) {
      const present = cache.get(key);
      if (present) return present;
      const found = read(key);
      cache.set(key, found);
      const drop = () => {
        if (cache.peek(key) === found) cache.delete(key);
      };
      found.then((value) => value === undefined && drop(), drop);
      return found;
    },
    forget(key) {
      // The promise of a read that is under way is dropped with its entry: a later call cannot see what it found.
      cache.delete(key);
    },
  };
}
