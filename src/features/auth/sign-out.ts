/** Signs out and wipes the account from the device, except for changes that the user keeps. */
import { readOutbox, unsentIn, unsentPlaysIn } from "../../db/outbox-table.ts";
import { forgetActiveAccount, silentMs } from "../../db/active-account.ts";
import { readUploads } from "../../db/upload-rows.ts";
import type { App } from "../../app/app-context.ts";
import type { AccountDatabase } from "../../db/database.ts";
import type { Account } from "../../sync/account-session.ts";
import { lostWithPage, pageUploads } from "../../sync/page-uploads.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import { texts } from "../../texts/texts.ts";
import { aloneWithSignOuts, removeAccount } from "./remove-account.ts";
import { clearTab, readVolatileName } from "./session-key.ts";
import { dropSharedFiles } from "../../pwa/shared-files.ts";
import { readSession, writeSession } from "./session.ts";
import { forgetSignOut, isNoted, noteSignOut } from "./stored-sign-outs.ts";
import { endVolatile } from "./volatile-databases.ts";
import { forgetWanted } from "./wanted-screen.ts";

/** What to do with unsent changes. */
export type UnsentChoice = "send" | "keep" | "discard";

/** Number of unsent changes and plays, and the titles of songs that wait for their upload; these are changes, too. */
export interface Unsent {
  changes: number;
  plays: number;
  uploads: readonly string[];
  /** Those that do not lie on the device, and so cannot be kept. */
  pageUploads: readonly string[];
  /** The device's storage does not tell: another tab has closed it for a new version, or it fails or hangs. */
  isUnknown?: boolean;
}

export async function countUnsent(app: App): Promise<Unsent> {
  const account = app.account();
  if (account === undefined) return { changes: 0, plays: 0, uploads: [], pageUploads: [] };
  return withTimeout(silentMs, readUnsent(account)).catch((error: unknown) => {
    console.warn("What is unsent could not be read", error);
    return { changes: 0, plays: 0, uploads: [], pageUploads: lostWithPage(account), isUnknown: true };
  });
}

/** Counts now and at each change, until the function that it returns is called. */
export function followUnsent(app: App, onCount: (count: Unsent) => void): () => void {
  const account = app.account();
  if (account === undefined) return () => {};
  let turn = 0;
  const count = async () => {
    const mine = ++turn;
    const counted = await countUnsent(app);
    // The storage may fail while a sign-out is under way.
    if (mine === turn && !counted.isUnknown) onCount(counted);
  };
  const tables = [account.outbox, account.uploads, pageUploads(account)];
  const stops = tables.map(({ subscribe }) => subscribe(() => void count()));
  void count();
  return () => {
    turn += 1;
    for (const stop of stops) stop();
  };
}

async function readUnsent(account: Account): Promise<Unsent> {
  const outbox = await readOutbox(account.db);
  const plays = unsentPlaysIn(outbox);
  const uploads = await readUploads(account.db);
  const inPage = lostWithPage(account);
  return {
    changes: unsentIn(outbox) - plays + uploads.length + inPage.length,
    plays,
    uploads: uploads.map(({ song }) => song?.values.title ?? texts.changes.aSong),
    pageUploads: inPage,
  };
}

/**
 * Returns the number of changes that could not be sent; unless it is 0, nothing else was done. Throws if data could not be
 * removed, or the reason of `unwanted` if the user cancelled while changes were being sent.
 */
export async function signOut(app: App, choice: UnsentChoice, unwanted?: AbortSignal): Promise<number> {
  const account = app.account();
  if (account === undefined) return 0;
  if (choice === "send") {
    // After a cancel another sign-out may have closed the database.
    const sending = account.flush().then(() => readUnsent(account));
    const { changes, plays } = await sending.finally(() => unwanted?.throwIfAborted());
    const left = changes + plays;
    if (left > 0) return left;
  }
  await leave(app, account, choice === "keep");
  return 0;
}

/**
 * Signs out and wipes the account from the device, by itself and without the server. Throws if something could not be
 * removed.
 * @param keepsUnsent whether its unsent changes stay for its next sign-in
 */
export function leave(app: App, account: Account, keepsUnsent = false): Promise<void> {
  return app.duringAuthFlow(async () => {
    const failures: unknown[] = [];
    // A failed step must not prevent the others.
    const attempt = (work: () => Promise<unknown>) => work().catch((error: unknown) => failures.push(error));
    app.loadedAudio()?.stop();
    // While the account is open: a toast that goes may still have to delete something.
    app.toaster.leaveAccount();
    account.stop();
    const { isVolatile } = account.db;
    // First, so that the worker no longer serves this account.
    if (!isVolatile) await attempt(() => forgetActiveAccount(account.uid));
    app.worker.setAccount(null);
    const dropped = attempt(dropSharedFiles);
    forgetWanted();
    // Before nobody is signed in: the page may be closed at any moment from then on.
    const wasNoted = !isVolatile && noteSignOut({ uid: account.uid, keepsUnsent });
    writeSession(app.queryClient, null);
    await dropped;
    const wipe = async () => {
      if (isVolatile) return attempt(() => wipeVolatile(account.db));
      return attempt(() => aloneWithSignOuts(() => wipeLasting(app, account, { keepsUnsent, wasNoted })));
    };
    // Loads the package first, which fails offline.
    await Promise.all([attempt(async () => (await app.identity()).signOut()), wipe()]);
    if (isVolatile && readVolatileName() === null) clearTab();
    forgetAccount(app, account);
    // What failed is for the next start.
    if (wasNoted && failures.length === 0) forgetSignOut(account.uid);
    if (failures.length > 0) throw new AggregateError(failures, "Something of the account could not be removed");
  });
}

/** Clears the memory. What is theirs stays of somebody who signed in while the device was being cleared. */
function forgetAccount(app: App, account: Account): void {
  if (app.account() === account) {
    app.closeAccount();
    app.queryClient.clear();
  } else if (readSession(app.queryClient)?.uid !== account.uid)
    app.queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(account.uid) });
}

/** Also where the worker does not answer: what it writes goes with the rest. */
async function wipeLasting(
  { worker }: App,
  { db, uid }: Account,
  { keepsUnsent, wasNoted }: { keepsUnsent: boolean; wasNoted: boolean },
): Promise<void> {
  // This page was suspended, another one has done it, and somebody may have signed in since.
  if (wasNoted && !isNoted(uid)) return;
  const [asked] = await Promise.allSettled([worker.wipe(uid)]);
  await removeAccount(db, keepsUnsent);
  if (asked.status === "rejected") throw asked.reason;
}

/** Caches and records of the same uid belong to a sign-in that the device keeps, if there is one. */
async function wipeVolatile(db: AccountDatabase): Promise<void> {
  db.close({ disableAutoOpen: true });
  await endVolatile();
}
