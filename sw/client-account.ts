/** Finds the account of a request: the one that its page has set, else the device's active account. */
import { readActiveAccount } from "../src/db/active-account.ts";
import { isVolatileName } from "../src/db/volatile-name.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";
import type { WorkerMessage } from "../contract/worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

interface ClientAccount {
  uid: string | null;
  /** The account whose caches serve the page; null if nothing may be stored for it. */
  cacheOwner: string | null;
}

const nobody: ClientAccount = { uid: null, cacheOwner: null };

/** Accounts that pages have set since this worker started; the browser restarts workers at will. */
const accounts = new Map<string, ClientAccount>();
/** What asks a page whose it is, and what its answer calls. */
const asking = new Map<string, { answered: Promise<void>; resolve: () => void }>();
let activeAccount: Promise<string | null> | undefined;

/** A hanging storage must not block songs and covers from the network; milliseconds. */
const storageTimeoutMs = 8_000;
/** Longest wait for a page to say whose it is; milliseconds. */
const answerMs = 2_000;

/** @param uid null if nobody is signed in in that page */
export function setAccountOf(clientId: string, uid: string | null, isVolatile = false): void {
  accounts.set(clientId, { uid, cacheOwner: isVolatile ? null : uid });
  asking.get(clientId)?.resolve();
  // The page has updated the record before this message.
  activeAccount = undefined;
}

/** @param clientId empty for a navigation */
export async function accountOf(clientId: string): Promise<ClientAccount> {
  const known = accounts.get(clientId);
  if (known !== undefined) return known;
  // The device's record says nothing of a volatile sign-in, and may name somebody else.
  if (clientId !== "" && (await isVolatileHeld())) return (await askPage(clientId)) ?? nobody;
  activeAccount ??= readActiveAccount();
  try {
    const uid = await withTimeout(storageTimeoutMs, activeAccount);
    return { uid, cacheOwner: uid };
  } catch {
    // The network still works without the record; the next request reads it again.
    activeAccount = undefined;
    return nobody;
  }
}

/** Whether any page has a volatile database open. */
async function isVolatileHeld(): Promise<boolean> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name = "" }) => isVolatileName(name));
}

async function askPage(clientId: string): Promise<ClientAccount | undefined> {
  const client = await self.clients.get(clientId);
  if (client === undefined) return undefined;
  let question = asking.get(clientId);
  if (question === undefined) {
    let resolve = () => {};
    const answered = new Promise<void>((done) => (resolve = done));
    question = { answered, resolve };
    asking.set(clientId, question);
    client.postMessage({ type: "whose" } satisfies WorkerMessage);
  }
  // A page may be frozen, or of a version that does not know the question.
  await withTimeout(answerMs, question.answered).catch(() => {});
  asking.delete(clientId);
  return accounts.get(clientId);
}
