/** Changes of the account: proof of the owner first, then the provider, then the server (specification 2.24 to 2.28). */
import { isWrongPassword, proofSentence } from "../../identity/provider-messages.ts";
import { deleteUser } from "../../../contract/users.ts";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { type Identity, IdentityError } from "../../identity/identity.ts";
import { emailIn } from "../../identity/token-email.ts";
import { withSentence } from "../auth/flow-error.ts";
import { signOut } from "../auth/sign-out.ts";
import { syncEmail } from "../auth/sync-email.ts";

/** Runs a flow for the owner. Throws an Error whose message is the sentence to show. */
const asOwner = <T>(app: App, password: string | undefined, flow: (identity: Identity) => Promise<T>): Promise<T> =>
  withSentence(async () => {
    const identity = await app.identity();
    // Outside of the flow, within which nobody hears that the sign-in has ended; and not between a press and a popup.
    if (password !== undefined) await identity.reload();
    return app.duringAuthFlow(async () => {
      await identity.reauthenticate(password);
      return flow(identity);
    });
  }, proofSentence);

export const changePassword = (app: App, form: { currentPassword: string; newPassword: string }): Promise<void> =>
  asOwner(app, form.currentPassword, (identity) => identity.changePassword(form.newPassword));

/** `mailed`: a link was sent to the new address. `unsaved`: the provider has the new email, the profile not yet. */
type EmailChange = "changed" | "unsaved" | "mailed";

export const changeEmail = (
  app: App,
  uid: string,
  form: { newEmail: string; currentPassword: string },
): Promise<EmailChange> =>
  asOwner(app, form.currentPassword, async (identity) => {
    if ((await identity.changeEmail(form.newEmail)) === "mailed") return "mailed";
    const token = await identity.token(false).catch(() => null);
    const email = token === null ? undefined : emailIn(token);
    return email !== undefined && (await syncEmail(app, { uid, email })) ? "changed" : "unsaved";
  });

/**
 * Deletes the profile and all that is the user's, then the account, and signs out. Returns whether the account is gone
 * too; if not, the next sign-in offers to finish (specification 2.34).
 */
export const deleteAccount = (app: App, uid: string, password?: string): Promise<boolean> =>
  asOwner(app, password, async (identity) => {
    await app.api.call(deleteUser, { params: { id: uid }, body: { userId: uid } }).catch((error: unknown) => {
      // An earlier attempt deleted the profile, and its answer was lost.
      if (!(error instanceof ApiError && error.code === "no-profile")) throw error;
    });
    const isGone = await identity.deleteAccount().then(
      () => true,
      (error: unknown) => {
        console.error("The account could not be deleted", error);
        return false;
      },
    );
    await signOut(app, "discard").catch((error: unknown) => console.error(error));
    return isGone;
  });

/** Codes of a flow that failed, by the field that has to change. */
export function fieldOf(failure: unknown): "currentPassword" | "newPassword" | "newEmail" | "" {
  const cause = failure instanceof Error ? failure.cause : undefined;
  if (!(cause instanceof IdentityError)) return "";
  if (isWrongPassword(cause.code)) return "currentPassword";
  if (cause.code === "auth/weak-password") return "newPassword";
  return cause.code === "auth/email-already-in-use" || cause.code === "auth/invalid-email" ? "newEmail" : "";
}
