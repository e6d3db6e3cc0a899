/** Whose caches a request belongs to: what its page said, else the device's durable record (specification 17). */
import { readActiveAccount } from "../src/db/active-account.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";

/** What pages said since this worker was started; a worker is stopped and started at will. */
const accounts = new Map<string, string | null>();
let durable: Promise<string | null> | undefined;

/** A storage that hangs must not keep the network's songs and covers from the page; milliseconds. */
const patienceMs = 8_000;

/** @param uid null: nobody is signed in in that page */
export function setAccountOf(clientId: string, uid: string | null): void {
  accounts.set(clientId, uid);
  // The page writes the record before it speaks.
  durable = undefined;
}

/** @param clientId empty for a navigation */
export async function accountOf(clientId: string): Promise<string | null> {
  const said = accounts.get(clientId);
  if (said !== undefined) return said;
  durable ??= readActiveAccount();
  try {
    return await withTimeout(patienceMs, durable);
  } catch {
    // Without the record the network still answers; the next request reads again.
    durable = undefined;
    return null;
  }
}
