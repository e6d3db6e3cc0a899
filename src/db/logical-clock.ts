/** Two counters that order events on this device across tabs, where wall clocks can be wrong. */
import type { AccountDatabase } from "./database.ts";

/** When a request began: its number, from 1, and how many acknowledgements preceded it. */
interface Begun {
  begun: number;
  seen: number;
}

/** Call before a request. The response then contains everything acknowledged up to `seen`. */
export async function beginRequest(db: AccountDatabase): Promise<Begun> {
  try {
    return await db.transaction("rw", db.counters, async () => ({
      begun: await next(db, "request"),
      seen: await valueOf(db, "ack"),
    }));
  } catch (error) {
    // A full or blocked storage loses the order between tabs, not the response (specification 17.17).
    console.warn("A request could not be counted", error);
    return readCounters(db);
  }
}

/** The number of a request while the storage cannot even be read: its order is not known. */
export const uncounted = 0;

/** The current counters; 0 if unreadable. */
async function readCounters(db: AccountDatabase): Promise<Begun> {
  const rows = await db.counters.toArray().catch(() => []);
  const countOf = (name: string) => countIn(rows.find((row) => row.name === name));
  return { begun: countOf("request"), seen: countOf("ack") };
}

/** Takes the next acknowledgement number. Call inside a transaction on `counters`. */
export const nextAck = (db: AccountDatabase): Promise<number> => next(db, "ack");

/** How many requests have begun so far. Call inside a transaction on `counters`. */
export const requestsBegun = (db: AccountDatabase): Promise<number> => valueOf(db, "request");

async function next(db: AccountDatabase, name: "ack" | "request"): Promise<number> {
  const value = (await valueOf(db, name)) + 1;
  await db.counters.put({ name, value });
  return value;
}

const valueOf = async (db: AccountDatabase, name: "ack" | "request"): Promise<number> =>
  countIn(await db.counters.get(name));

/** Replaces a damaged counter: above every count it can have reached, with room to continue. */
const beyondAll = 2 ** 52;

const countIn = (row: { value: unknown } | undefined): number =>
  row === undefined ? 0 : Number.isSafeInteger(row.value) ? Number(row.value) : beyondAll;
