/** Finds the account of a request: the one that its page has set, else the device's active account. */
import { readActiveAccount } from "../src/db/active-account.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";

/** Accounts that pages have set since this worker started; the browser restarts workers at will. */
const accounts = new Map<string, string | null>();
let activeAccount: Promise<string | null> | undefined;

/** A hanging storage must not block songs and covers from the network; milliseconds. */
const storageTimeoutMs = 8_000;

/** @param uid null if nobody is signed in in that page */
export function setAccountOf(clientId: string, uid: string | null): void {
  accounts.set(clientId, uid);
  // The page has updated the record before this message.
  activeAccount = undefined;
}

/** @param clientId empty for a navigation */
export async function accountOf(clientId: string): Promise<string | null> {
  const uid = accounts.get(clientId);
  if (uid !== undefined) return uid;
  activeAccount ??= readActiveAccount();
  try {
    return await withTimeout(storageTimeoutMs, activeAccount);
  } catch {
    // The network still works without the record; the next request reads it again.
    activeAccount = undefined;
    return null;
  }
}
