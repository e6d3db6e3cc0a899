/** What every request for a file is judged by, without a look into the database where that is safe (specification 15.13). */
import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { findDelivery, type Delivery } from "./asset-rows.ts";

const rememberedMost = 20_000;

/** Statements that could change what `findDelivery` answers, wherever in a longer statement they stand. */
const isWriteToMedia = (sql: string) =>
  /\b(insert\s+into|update|delete\s+from|truncate)\s+(only\s+)?(songs|assets)\b/i.test(sql);

/**
 * Looks an asset up. A database that this process alone writes to tells of its writes; between two that touch songs or
 * assets the answers are remembered. With any other database every request asks it.
 */
export function createDeliveryCache(db: Database): (id: string) => Promise<Delivery | undefined> {
  if (!db.onWrite) return (id) => findDelivery(db, id);
  const known = new LRUCache<string, Delivery>({ max: rememberedMost });
  let writes = 0;
  db.onWrite((sql) => {
    if (!isWriteToMedia(sql)) return;
    writes++;
    known.clear();
  });
  return async (id) => {
    const present = known.get(id);
    if (present) return present;
    const before = writes;
    const found = await findDelivery(db, id);
    // What was written since the question was put may have made the answer an old one.
    if (found && writes === before) known.set(id, found);
    return found;
  };
}
