/** Follows what the identity provider says of its own accord: finished registrations and lost sessions (specification 2). */
import type { StoredUser } from "../../../contract/users.ts";
import type { AccountDatabase } from "../../db/database.ts";
import { storageTakesWrites, writeActiveAccount } from "../../db/active-account.ts";
import type { IdentityUser } from "../../identity/identity.ts";
import { syncEmail } from "./sync-email.ts";
import type { App } from "../../app/app-context.ts";
import { finishRegistration } from "./register.ts";
import { readSession, writeSession } from "./session.ts";

export interface ObserverEvents {
  /** A registration that was cut off is complete now. */
  onRegistered: (email: string) => void;
  /**
   * The provider no longer knows the signed-in user; nothing is deleted.
   * @param isEmpty the browser has nothing of them left
   */
  onSessionLost: (email: string, isEmpty: boolean) => void;
}

export async function observeIdentity(app: App, isOurs: () => boolean, events: ObserverEvents): Promise<void> {
  const identity = await app.identity();
  identity.onEmail((user) => void syncEmail(app, user));
  identity.onChange((user) => {
    if (isOurs()) return;
    const session = readSession(app.queryClient);
    if (session === null) {
      if (user !== null) void finish(app, user, events);
      return;
    }
    if (user === null) void examineLoss(app, session, isOurs, events);
    // Another tab signed in as somebody else: this page may not go on under their name.
    else if (user.uid !== session.uid) loseSession(app, session.email, false, events);
  });
}

/** A storage that takes nothing is not to be believed that it knows nobody: the next start asks again. */
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
  if (readSession(app.queryClient)?.uid === uid && !isOurs()) loseSession(app, email, isEmpty, events);
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

/** What is on the device stays, locked until the same user signs in again (specification 2.22). */
function loseSession(app: App, email: string, isEmpty: boolean, events: ObserverEvents): void {
  // First of all: screens that are drawn again must not look for an account that is gone.
  writeSession(app.queryClient, null);
  app.loadedAudio()?.stop();
  app.closeAccount();
  writeActiveAccount(null).catch((error: unknown) => console.warn(error));
  app.worker.setAccount(null);
  // Nothing of them may stay in this page's memory either.
  app.queryClient.clear();
  events.onSessionLost(email, isEmpty);
}

async function finish(app: App, user: IdentityUser, events: ObserverEvents): Promise<void> {
  try {
    const email = await finishRegistration(app, user);
    if (email !== undefined) events.onRegistered(email);
  } catch {
    // Still no network: tried again when there is one.
    const stop = app.online.subscribe(() => {
      if (!app.online.get()) return;
      stop();
      void finish(app, user, events);
    });
  }
}
