/** Signing in by a demo Google account (specification 16.15 to 16.19). */
import { insertGoogleAccount } from "./accounts.ts";
import { countAttempt, type Operation, type OperationContext } from "./context.ts";
import type { GooglePerson } from "./demo-google.ts";
import { IdentityError } from "./identity-error.ts";
import { signInAnswer, startSession } from "./sessions.ts";
import { findByEmail, type Account } from "./account-rows.ts";

const providerId = "google.com";

export const signInWithIdp: Operation = async (context, body) => {
  // With a token the package asks to link Google to an account, which is not offered.
  if (!context.demo.isOn || body["idToken"] !== undefined) throw new IdentityError("OPERATION_NOT_ALLOWED");
  const { postBody } = body;
  const given = new URLSearchParams(typeof postBody === "string" ? postBody : "");
  if (given.get("providerId") !== providerId) throw new IdentityError("OPERATION_NOT_ALLOWED");
  const giveBack = countAttempt([[context.identity.limits.google, context.address]]);
  const person = await context.identity.google.redeem(given.get("id_token") ?? "");
  giveBack();
  const email = person.email.toLowerCase();
  const { account, isNew } = await findOrMake(context, email, body["autoCreate"] !== false);
  // Whoever chose this email in the popup has proven nothing about the account that has a password.
  if (account.passwordHash !== null)
    return { needConfirmation: true, email, providerId, verifiedProvider: ["password"] };
  const signIn = await startSession(context, account);
  return { ...signInAnswer(signIn), ...profileOf(person, email), isNewUser: isNew };
};

async function findOrMake(
  context: OperationContext,
  email: string,
  mayMake: boolean,
): Promise<{ account: Account; isNew: boolean }> {
  const found = await findByEmail(context.db, email);
  if (found) return { account: found, isNew: false };
  // Over USER_NOT_FOUND the package would sign out whoever chose the wrong account to prove themselves by.
  if (!mayMake) throw new IdentityError("EMAIL_NOT_FOUND");
  const made = await insertGoogleAccount(context, email);
  if (made) return { account: made, isNew: true };
  // Another sign-in made it in between.
  return findOrMake(context, email, mayMake);
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
    // Text within the answer: the package parses it.
    rawUserInfo: JSON.stringify({ given_name: givenName, family_name: familyName, name, email }),
  };
};
