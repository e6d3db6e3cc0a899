/** Caches the access data of media files where that is safe (specification 15.13). */
import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { findDelivery, type Delivery } from "./asset-rows.ts";

const maxEntries = 20_000;

/** Whether a statement, or a part of it, could change the result of `findDelivery`. */
const isWriteToMedia = (sql: string) =>
  /\b(insert\s+into|update|delete\s+from|truncate)\s+(only\s+)?(songs|assets)\b/i.test(sql);

/**
 * Returns a lookup for assets. A database that only this process writes reports its writes, and a write to songs or
 * assets clears the cache. With any other database every request runs a query.
 */
export function createDeliveryCache(db: Database): (id: string) => Promise<Delivery | undefined> {
  if (!db.onWrite) return (id) => findDelivery(db, id);
  const cache = new LRUCache<string, Delivery>({ max: maxEntries });
  let writes = 0;
  db.onWrite((sql) => {
    if (!isWriteToMedia(sql)) return;
    writes++;
    cache.clear();
  });
  return async (id) => {
    const present = cache.get(id);
    if (present) return present;
    const before = writes;
    const found = await findDelivery(db, id);
    // A write during the query may have made its result stale.
    if (found && writes === before) cache.set(id, found);
    return found;
  };
}
