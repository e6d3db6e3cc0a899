/** Registration: account, profile, and a silent sign-out, in steps that survive a dying network (specification 2). */
import { providerSentence } from "../../../contract/rules/provider-messages.ts";
import { ApiError } from "../../api/api-error.ts";
import { type Identity, IdentityError, type IdentityUser } from "../../identity/identity.ts";
import type { App } from "../../app/app-context.ts";
import { makeProfile } from "./sign-in.ts";
import { belongsTo, readRegistration, storeRegistration } from "./stored-registration.ts";

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  newsletter: boolean;
  artist: boolean;
}

/**
 * Ends signed out with account and profile made. Throws an Error whose message is the sentence to show; sending the same
 * form again goes on where the last try stopped.
 */
export function register(app: App, form: Registration): Promise<void> {
  return app.duringAuthFlow(async () => {
    let accountMade = false;
    try {
      const identity = await app.identity();
      const begunEarlier = readRegistration(localStorage, Date.now());
      const { firstName, lastName, email, newsletter, artist } = form;
      storeRegistration(localStorage, { firstName, lastName, email, newsletter, artist }, Date.now());
      await makeAccount(identity, form, begunEarlier !== undefined && belongsTo(begunEarlier, email));
      accountMade = true;
      await makeProfile(app, form);
      await identity.signOut();
    } catch (error) {
      throw new Error(sentenceOf(error, accountMade), { cause: error });
    }
  });
}

/** The account may be there from a try that was cut off: then its password opens it. */
async function makeAccount(identity: Identity, form: Registration, begunEarlier: boolean): Promise<IdentityUser> {
  try {
    return await identity.signUp(form.email, form.password);
  } catch (error) {
    const taken = error instanceof IdentityError && error.code === "auth/email-already-in-use";
    if (!taken || !begunEarlier) throw error;
    return identity.signIn(form.email, form.password).catch(() => {
      throw error;
    });
  }
}

function sentenceOf(error: unknown, accountMade: boolean): string {
  const sentence = error instanceof IdentityError ? providerSentence(error.code, error.message) : apiSentence(error);
  return accountMade ? `Your account is made, but its profile is not saved yet. ${sentence}` : sentence;
}

function apiSentence(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  console.error(error);
  return "Something went wrong! Try again";
}

/**
 * Finishes a registration that a dying network or a closed page left without its profile. Answers the email to sign in
 * with, or undefined when there was nothing to finish. Throws ApiError.
 */
export async function finishRegistration(app: App, user: IdentityUser): Promise<string | undefined> {
  const stored = readRegistration(localStorage, Date.now());
  if (stored === undefined || !belongsTo(stored, user.email)) return undefined;
  return app.duringAuthFlow(async () => {
    await makeProfile(app, stored);
    await (await app.identity()).signOut();
    return stored.email;
  });
}
