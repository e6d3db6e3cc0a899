/** Signs out and wipes the account from the device, except for changes that the user keeps. */
import { readOutbox, unsentIn, unsentPlaysIn } from "../../db/outbox-table.ts";
import { forgetActiveAccount } from "../../db/active-account.ts";
import { keepUploads, readUploads } from "../../db/upload-rows.ts";
import { keepOnlyUnsent, wipeAccount } from "../../db/wipe-account.ts";
import type { App } from "../../app/app-context.ts";
import type { AccountDatabase } from "../../db/database.ts";
import type { Account } from "../../sync/account-session.ts";
import { texts } from "../../texts/texts.ts";
import { clearTab, readVolatileName } from "./session-key.ts";
import { dropSharedFiles } from "../../pwa/shared-files.ts";
import { readSession, writeSession } from "./session.ts";
import { endVolatile } from "./volatile-databases.ts";

/** What to do with unsent changes. */
export type UnsentChoice = "send" | "keep" | "discard";

/** Number of unsent changes and plays, and the titles of songs that wait for their upload. */
export interface Unsent {
  changes: number;
  plays: number;
  uploads: readonly string[];
}

export async function countUnsent(app: App): Promise<Unsent> {
  const account = app.account();
  if (account === undefined) return { changes: 0, plays: 0, uploads: [] };
  const outbox = await readOutbox(account.db);
  const plays = unsentPlaysIn(outbox);
  const uploads = await readUploads(account.db);
  return {
    changes: unsentIn(outbox) - plays + uploads.length,
    plays,
    uploads: uploads.map(({ song }) => song?.values.title ?? texts.changes.aSong),
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
    const left = await account.flush().finally(() => unwanted?.throwIfAborted());
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
    writeSession(app.queryClient, null);
    await attempt(dropSharedFiles);
    const wipe = async () => {
      if (isVolatile) return attempt(() => wipeVolatile(account.db));
      await attempt(() => app.worker.wipe(account.uid));
      return attempt(() => (keepsUnsent ? keepUnsent(account.db) : wipeAccount(account.db)));
    };
    // Loads the package first, which fails offline.
    await Promise.all([attempt(async () => (await app.identity()).signOut()), wipe()]);
    if (isVolatile && readVolatileName() === null) clearTab();
    forgetAccount(app, account);
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

/** The question has named the uploads: their files stay too (specification 17.38). */
async function keepUnsent(db: AccountDatabase): Promise<void> {
  await keepUploads(db, true);
  await keepOnlyUnsent(db);
}

/** Caches and records of the same uid belong to a sign-in that the device keeps, if there is one. */
async function wipeVolatile(db: AccountDatabase): Promise<void> {
  db.close({ disableAutoOpen: true });
  await endVolatile();
}
