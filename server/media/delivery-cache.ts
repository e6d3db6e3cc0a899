/** Caches the access data of media files where that is safe (specification 15.13). */
import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { findDelivery, type Delivery } from "./asset-rows.ts";

const maxEntries = 20_000;

/**
 * Returns a lookup for assets. Where only this process writes, `invalidate` clears its cache; with any other database
 * every request runs a query.
 */
export function createDeliveryCache(db: Database): (id: string) => Promise<Delivery | undefined> {
  if (!db.onInvalidate) return (id) => findDelivery(db, id);
  const cache = new LRUCache<string, Delivery>({ max: maxEntries });
  let changes = 0;
  db.onInvalidate("deliveries", () => {
    changes++;
    cache.clear();
  });
  return async (id) => {
    const present = cache.get(id);
    if (present) return present;
    const before = changes;
    const found = await findDelivery(db, id);
    // A change during the query may have made its result stale.
    if (found && changes === before) cache.set(id, found);
    return found;
  };
}
