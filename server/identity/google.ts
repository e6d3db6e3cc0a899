/** Signs in with a demo Google account. */
import { insertGoogleAccount } from "./accounts.ts";
import { type Operation, type OperationContext, whileCounted } from "./context.ts";
import type { GooglePerson } from "./demo-google.ts";
import { IdentityError } from "./identity-error.ts";
import { signInResponse, startSession } from "./sessions.ts";
import { findByEmail, type Account } from "./account-rows.ts";

const providerId = "google.com";

export const signInWithIdp: Operation = async (context, body) => {
  // With an ID token the package wants to link Google to an account, which is not supported.
  if (!context.demo.isOn || body["idToken"] !== undefined) throw new IdentityError("OPERATION_NOT_ALLOWED");
  const { postBody } = body;
  const params = new URLSearchParams(typeof postBody === "string" ? postBody : "");
  if (params.get("providerId") !== providerId) throw new IdentityError("OPERATION_NOT_ALLOWED");
  const { limits, google } = context.identity;
  const person = await whileCounted([[limits.google, context.address]], async () =>
    google.redeem(params.get("id_token") ?? ""),
  );
  const email = person.email.toLowerCase();
  const { account, isNew } = await findOrCreate(context, email, body["autoCreate"] !== false);
  // Choosing this email in the popup proves nothing about an account with a password.
  if (account.passwordHash !== null)
    return { needConfirmation: true, email, providerId, verifiedProvider: ["password"] };
  const signIn = await startSession(context, account);
  return { ...signInResponse(signIn), ...profileOf(person, email), isNewUser: isNew };
};

async function findOrCreate(
  context: OperationContext,
  email: string,
  mayCreate: boolean,
): Promise<{ account: Account; isNew: boolean }> {
  const found = await findByEmail(context.db, email);
  if (found) return { account: found, isNew: false };
  // USER_NOT_FOUND would make the package sign out a user who chose the wrong account to reauthenticate.
  if (!mayCreate) throw new IdentityError("EMAIL_NOT_FOUND");
  const created = await insertGoogleAccount(context, email);
  if (created) return { account: created, isNew: true };
  // A concurrent sign-in has created it.
  return findOrCreate(context, email, mayCreate);
}

const profileOf = ({ givenName, familyName }: GooglePerson, email: string) => {
  const name = `${givenName} ${familyName}`;
  return {
    providerId,
    federatedId: email,
    firstName: givenName,
    lastName: familyName,
    fullName: name,
    displayName: name,
    emailVerified: false,
    // JSON text inside JSON, as the package expects it.
    rawUserInfo: JSON.stringify({ given_name: givenName, family_name: familyName, name, email }),
  };
};
