/** Handles unrequested changes of the identity provider: unfinished registrations, lost sessions, deleted accounts. */
import type { StoredUser } from "../../../contract/users.ts";
import type { AccountDatabase } from "../../db/database.ts";
import { forgetActiveAccount, storageTakesWrites } from "../../db/active-account.ts";
import type { IdentityUser } from "../../identity/identity.ts";
import { syncEmail } from "./sync-email.ts";
import type { App } from "../../app/app-context.ts";
import { finishRegistration } from "./register.ts";
import { readSession, writeSession } from "./session.ts";
import { leave } from "./sign-out.ts";

export interface ObserverEvents {
  /** An interrupted registration is complete now. */
  onRegistered: (email: string) => void;
  /**
   * The provider no longer knows the signed-in user; nothing is deleted.
   * @param isEmpty whether the browser has lost the user's data
   */
  onSessionLost: (email: string, isEmpty: boolean) => void;
  /**
   * The account was deleted elsewhere.
   * @param isRemoved whether nothing of it is left on the device
   */
  onAccountDeleted: (isRemoved: boolean) => void;
}

export async function observeIdentity(app: App, isOurs: () => boolean, events: ObserverEvents): Promise<void> {
  const identity = await app.identity();
  identity.onEmail((user) => void syncEmail(app, user));
  /** The provider's package tells some changes twice. */
  let removing = false;
  identity.onChange((user, isDeleted) => {
    if (isOurs() || removing) return;
    const session = readSession(app.queryClient);
    if (session === null) {
      if (user !== null) void finish(app, user, events);
      return;
    }
    if (user === null && isDeleted) {
      removing = true;
      void removeDeleted(app, session, events).finally(() => {
        removing = false;
      });
    } else if (user === null) void examineLoss(app, session, isOurs, events);
    // Another tab signed in as another user: this page must not continue under that name.
    else if (user.uid !== session.uid) {
      lockAccount(app);
      events.onSessionLost(session.email, false);
    }
  });
}

/** Removes the account with its unsent changes, which can never be sent (specification 2.37). */
async function removeDeleted(app: App, { uid }: StoredUser, events: ObserverEvents): Promise<void> {
  try {
    // At a start it may not be open yet.
    await leave(app, await app.openAccount(uid));
    events.onAccountDeleted(true);
  } catch (error) {
    console.error(error);
    if (readSession(app.queryClient)?.uid === uid) lockAccount(app);
    events.onAccountDeleted(false);
  }
}

/** Ignores the loss while the storage takes no writes, because it may merely be unreadable; the next start checks again. */
async function examineLoss(
  app: App,
  { uid, email }: StoredUser,
  isOurs: () => boolean,
  events: ObserverEvents,
): Promise<void> {
  if (!(await storageTakesWrites())) {
    console.warn("The session is not given up: this device's storage takes nothing");
    return;
  }
  const isEmpty = await holdsNothing(app.account()?.db);
  if (readSession(app.queryClient)?.uid !== uid || isOurs()) return;
  lockAccount(app);
  events.onSessionLost(email, isEmpty);
}

async function holdsNothing(db: AccountDatabase | undefined): Promise<boolean> {
  try {
    const tables = db === undefined ? [] : [db.queries, db.outbox, db.downloads];
    const counts = await Promise.all(tables.map((table) => table.count()));
    return counts.length > 0 && counts.every((count) => count === 0);
  } catch {
    return false;
  }
}

/** Ends the session. The data stays on the device, locked until the same user signs in again (specification 2.22). */
function lockAccount(app: App): void {
  const session = readSession(app.queryClient);
  // First, so that no screen renders with a closed account.
  writeSession(app.queryClient, null);
  app.loadedAudio()?.stop();
  app.toaster.leaveAccount();
  const isVolatile = app.account()?.db.isVolatile === true;
  app.closeAccount();
  if (!isVolatile && session !== null) forgetActiveAccount(session.uid).catch((error: unknown) => console.warn(error));
  app.worker.setAccount(null);
  // Clears the user's data from memory, too.
  app.queryClient.clear();
}

async function finish(app: App, user: IdentityUser, events: ObserverEvents): Promise<void> {
  try {
    const email = await finishRegistration(app, user);
    if (email !== undefined) events.onRegistered(email);
  } catch {
    // Still offline: retries when the network is back.
    const stop = app.online.subscribe(() => {
      if (!app.online.get()) return;
      stop();
      void finish(app, user, events);
    });
  }
}
