/**
 * Caches what every request reads about its caller. Changes of this process take effect at once through `forget`, those
 * of other processes on the same database after the TTL.
 */
import { LRUCache } from "lru-cache";
import { isWithin } from "./is-within.ts";

const ttlMs = 5_000;
const maxKeys = 20_000;

export interface TtlCache<T> {
  get(key: string): Promise<T | undefined>;
  /** Call it after every commit that changes what `read` finds. */
  forget(key: string): void;
}

/** Does not cache undefined: any process may create the row at any moment. */
export function createTtlCache<T>(read: (key: string) => Promise<T | undefined>, now: () => number): TtlCache<T> {
  // Not with a TTL of its own, which a clock that is set back would lengthen.
  const cache = new LRUCache<string, { found: Promise<T | undefined>; at: number }>({ max: maxKeys });

  return {
    get(key) {
      const present = cache.get(key);
      if (present && isWithin(ttlMs, present.at, now())) return present.found;
      const found = read(key);
      cache.set(key, { found, at: now() });
      const drop = () => {
        if (cache.peek(key)?.found === found) cache.delete(key);
      };
      found.then((value) => value === undefined && drop(), drop);
      return found;
    },
    forget(key) {
      // This also drops a pending read: later calls must not see its result.
      cache.delete(key);
    },
  };
}
