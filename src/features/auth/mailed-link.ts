/** What links in mails do: reset a password, confirm, change or restore an email (specification 2.29, 2.33). */
import { actionSentence } from "../../identity/provider-messages.ts";
import type { App } from "../../app/app-context.ts";
import { IdentityError, type MailedCode } from "../../identity/identity.ts";
import { changingSignIn } from "../../identity/sign-in-change.ts";
import { emailIn } from "../../identity/token-email.ts";
import { flowSentence, withSentence } from "./flow-error.ts";
import { readSession } from "./session.ts";

export interface MailedLink extends MailedCode {
  code: string;
}

/** The message is the sentence to show. */
export class LinkError extends Error {
  /** The link itself is no good; otherwise the same link may work later. */
  readonly isFinal: boolean;

  constructor(error: unknown) {
    super(flowSentence(error, actionSentence), { cause: error });
    this.isFinal = error instanceof IdentityError && finalCodes.has(error.code);
  }
}

const finalCodes: ReadonlySet<string> = new Set([
  "auth/expired-action-code",
  "auth/invalid-action-code",
  "auth/user-disabled",
  "auth/user-not-found",
]);

/** Reads what the link is for, without using it. Throws LinkError. */
export async function checkLink(app: App, code: string): Promise<MailedLink> {
  try {
    return { code, ...(await (await app.identity()).checkCode(code)) };
  } catch (error) {
    throw new LinkError(error);
  }
}

/** Sends a reset link; succeeds for unknown emails too. Throws an Error whose message is the sentence to show. */
export const recoverPassword = (app: App, email: string): Promise<void> =>
  withSentence(async () => (await app.identity()).sendPasswordReset(email));

/**
 * Sets the new password, which ends every sign-in of the account. Who is signed in to it here goes on with the new
 * password. Returns whether somebody else is. Throws LinkError.
 */
export function resetPassword(app: App, { code, email }: MailedLink, password: string): Promise<boolean> {
  return app.duringAuthFlow(async () => {
    const identity = await app.identity().catch(fail);
    return changingSignIn(async () => {
      await identity.confirmReset(code, password).catch(fail);
      const session = readSession(app.queryClient);
      if (session?.email.toLowerCase() !== email.toLowerCase()) return session !== null;
      // The new password is set; a lost connection now only ends this sign-in, too.
      await identity.signIn(email, password).catch((error: unknown) => console.warn("Sign in again", error));
      return false;
    });
  });
}

/** Applies a link that needs no input. Returns whether it changed the account that is signed in here. Throws LinkError. */
export async function applyLink(app: App, { code, email }: MailedLink): Promise<boolean> {
  const identity = await app.identity().catch(fail);
  await identity.applyCode(code).catch(fail);
  if (readSession(app.queryClient) === null) return false;
  // Also tells the observer, which copies the new email to the profile.
  const token = await identity.token(false).catch(() => null);
  return token !== null && emailIn(token)?.toLowerCase() === email.toLowerCase();
}

function fail(error: unknown): never {
  throw new LinkError(error);
}
