/** Follows what the identity provider says of its own accord: finished registrations and lost sessions (specification 2). */
import type { IdentityUser } from "../../identity/identity.ts";
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
  identity.onChange((user) => {
    if (isOurs()) return;
    if (user === null) loseSession(app, events);
    else if (readSession(app.queryClient) === null) void finish(app, user, events);
  });
}

function loseSession(app: App, events: ObserverEvents): void {
  const session = readSession(app.queryClient);
  if (session === null) return;
  app.loadedAudio()?.stop();
  app.account()?.stop();
  app.closeAccount();
  writeSession(app.queryClient, null);
  events.onSessionLost(session.email);
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
