/** Creates a password reset link for operators of a site without mail (specification 16.13). */
import type { AppContext } from "../app-context.ts";
import { readEmail } from "./accounts.ts";
import { makeCode } from "./mail-codes.ts";
import { actionLink } from "./mails.ts";
import { findByEmail } from "./account-rows.ts";

/**
 * Returns a link that sets a new password once within an hour; undefined without an account with a password for this
 * email. Throws IdentityError MISSING_EMAIL or INVALID_EMAIL.
 */
export async function makeResetLink(
  { db, now, settings }: Pick<AppContext, "db" | "now" | "settings">,
  email: string,
): Promise<string | undefined> {
  const account = await findByEmail(db, readEmail(email));
  if (!account || account.passwordHash === null) return undefined;
  const code = await makeCode({ db, now }, account, {
    kind: "PASSWORD_RESET",
    newEmail: null,
    session: null,
  });
  if (code === undefined) return undefined;
  return actionLink(settings.publicUrl, "resetPassword", code);
}
