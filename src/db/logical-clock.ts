/** Two counters that order events on this device across tabs, where clocks would lie (specification 17). */
import type { AccountDatabase } from "./database.ts";

/** The moment a request begins: its place among requests, and how many acknowledgements came before it. */
export interface Begun {
  begun: number;
  seen: number;
}

/** Taken before a request; what the answer holds is everything acknowledged up to `seen`. */
export async function beginRequest(db: AccountDatabase): Promise<Begun> {
  try {
    return await db.transaction("rw", db.counters, async () => ({
      begun: await next(db, "request"),
      seen: await valueOf(db, "ack"),
    }));
  } catch (error) {
    // A full or forbidden storage costs the order among tabs, not the answer (specification 17.17).
    console.warn("A request could not be counted", error);
    return readCounters(db);
  }
}

/** The counters as they are; nothing where they cannot be read. */
async function readCounters(db: AccountDatabase): Promise<Begun> {
  const rows = await db.counters.toArray().catch(() => []);
  const countOf = (name: string) => countIn(rows.find((row) => row.name === name));
  return { begun: countOf("request"), seen: countOf("ack") };
}

/** The next acknowledgement's number; call inside a transaction that covers `counters`. */
export const nextAck = (db: AccountDatabase): Promise<number> => next(db, "ack");

/** How many requests have begun so far; call inside a transaction that covers `counters`. */
export const requestsBegun = (db: AccountDatabase): Promise<number> => valueOf(db, "request");

async function next(db: AccountDatabase, name: "ack" | "request"): Promise<number> {
  const value = (await valueOf(db, name)) + 1;
  await db.counters.put({ name, value });
  return value;
}

const valueOf = async (db: AccountDatabase, name: "ack" | "request"): Promise<number> =>
  countIn(await db.counters.get(name));

/** Where a damaged counter goes on: above all that it can have counted to, and with room to count on. */
const beyondAll = 2 ** 52;

const countIn = (row: { value: unknown } | undefined): number =>
  row === undefined ? 0 : Number.isSafeInteger(row.value) ? Number(row.value) : beyondAll;
