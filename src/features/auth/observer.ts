/** Follows what the identity provider says of its own accord: finished registrations and lost sessions (specification 2). */
import { writeActiveAccount } from "../../db/device.ts";
import type { IdentityUser } from "../../identity/identity.ts";
import { adoptEmail } from "./adopt-email.ts";
import type { App } from "./app.ts";
import { finishRegistration } from "./register.ts";
import { readSession, writeSession } from "./session.ts";

export interface ObserverEvents {
  /** A registration that was cut off is complete now. */
  onRegistered: (email: string) => void;
  /** The provider no longer knows the signed-in user; nothing is deleted. */
  onSessionLost: (email: string) => void;
}

export async function observeIdentity(
  app: App,
  isOurs: () => boolean,
  events: ObserverEvents,
): Promise<void> {
  const identity = await app.identity();
  identity.onEmail((user) => void adoptEmail(app, user));
  identity.onChange((user) => {
    if (isOurs()) return;
    const session = readSession(app.queryClient);
    if (session === null) {
      if (user !== null) void finish(app, user, events);
      return;
    }
    // Also when another tab signed in as somebody else: this page may not go on under their name.
    if (user?.uid !== session.uid) loseSession(app, session.email, events);
  });
}

/** What is on the device stays, locked until the same user signs in again (specification 2.22). */
function loseSession(app: App, email: string, events: ObserverEvents): void {
  // First of all: screens that are drawn again must not look for an account that is gone.
  writeSession(app.queryClient, null);
  app.loadedAudio()?.stop();
  app.closeAccount();
  writeActiveAccount(null).catch((error: unknown) => console.warn(error));
  app.worker.setAccount(null);
  // Nothing of them may stay in this page's memory either.
  app.queryClient.clear();
  events.onSessionLost(email);
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
