/** Copies an email that was changed by a mailed link from the token to the profile (specification 2.25). */
import { updateEmail } from "../../../contract/users.ts";
import type { IdentityUser } from "../../identity/identity.ts";
import { anyMeKey } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import type { App } from "../../app/app-context.ts";
import { readSession, writeSession } from "./session.ts";

/** One at a time: the observer and the form that changed the email may both ask. */
let running: Promise<unknown> = Promise.resolve();

/** Returns whether the profile has this email. */
export function syncEmail(app: App, user: IdentityUser): Promise<boolean> {
  const copied = running.then(() => copyEmail(app, user));
  running = copied.catch(() => {});
  return copied;
}

async function copyEmail(app: App, user: IdentityUser): Promise<boolean> {
  const session = readSession(app.queryClient);
  if (session === null || session.uid !== user.uid) return false;
  if (session.email === user.email) return true;
  try {
    await app.api.call(updateEmail, { params: { id: user.uid }, body: { newEmail: user.email } });
  } catch (error) {
    // Retried at the next start; a sign-in copies the email, too.
    console.warn("The new email could not be saved yet", error);
    return false;
  }
  const now = readSession(app.queryClient);
  if (now?.uid !== user.uid) return false;
  writeSession(app.queryClient, { ...now, email: user.email });
  void app.queryClient.invalidateQueries({ queryKey: anyMeKey });
  app.toaster.success(texts.auth.emailUpdated);
  return true;
}
