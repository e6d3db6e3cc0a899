/** Two counters that order events on this device across tabs, where clocks would lie (specification 17). */
import type { AccountDatabase } from "./database.ts";

/** The moment a request begins: its place among requests, and how many acknowledgements came before it. */
export interface Begun {
  begun: number;
  seen: number;
}

/** Taken before a request; what the answer holds is everything acknowledged up to `seen`. */
export function beginRequest(db: AccountDatabase): Promise<Begun> {
  return db.transaction("rw", db.counters, async () => ({
    begun: await next(db, "request"),
    seen: (await db.counters.get("ack"))?.value ?? 0,
  }));
}

/** The next acknowledgement's number; call inside a transaction that covers `counters`. */
export const nextAck = (db: AccountDatabase): Promise<number> => next(db, "ack");

async function next(db: AccountDatabase, name: "ack" | "request"): Promise<number> {
  const value = ((await db.counters.get(name))?.value ?? 0) + 1;
  await db.counters.put({ name, value });
  return value;
}
