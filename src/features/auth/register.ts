/** Registers an account: account, profile and a silent sign-out, in steps that survive a lost network. */
import { type Identity, IdentityError, type IdentityUser, otherUser } from "../../identity/identity.ts";
import type { App } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { flowSentence } from "./flow-error.ts";
import { readSession } from "./session.ts";
import { makeProfile } from "./sign-in.ts";
import {
  belongsTo,
  forgetRegistration,
  readRegistration,
  type StoredRegistration,
  storeRegistration,
} from "./stored-registration.ts";

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  newsletter: boolean;
  artist: boolean;
}

/**
 * Creates account and profile, then signs out. Returns false if somebody has signed in on this page meanwhile, who is told
 * nothing. Throws an Error whose message is the sentence to show; submitting the same form again continues where the last
 * attempt stopped.
 */
export function register(app: App, form: Registration): Promise<boolean> {
  return app.duringAuthFlow(async () => {
    let accountMade = false;
    try {
      const identity = await app.identity();
      const begunEarlier = readRegistration(localStorage, Date.now());
      const { firstName, lastName, email, newsletter, artist } = form;
      storeRegistration(localStorage, { firstName, lastName, email, newsletter, artist }, Date.now());
      const isOwn = begunEarlier !== undefined && belongsTo(begunEarlier, email);
      const { uid } = await makeAccount(identity, form, isOwn).catch((error: unknown) => {
        restoreIfRefused(begunEarlier, error);
        throw error;
      });
      accountMade = true;
      // The profile would be made for, and the sign-out end, another person who signed in since.
      await identity.token(false, uid);
      return await makeProfileAndLeave(app, form, uid);
    } catch (error) {
      if (isSignedIn(app)) return false;
      throw new Error(sentenceOf(error, accountMade), { cause: error });
    }
  });
}

const isSignedIn = (app: App) => readSession(app.queryClient) !== null;

/** Returns false if somebody has signed in on this page meanwhile: the sign-out would be theirs. Throws ApiError. */
async function makeProfileAndLeave(
  app: App,
  form: Omit<StoredRegistration, "storedAt">,
  uid: string,
): Promise<boolean> {
  await makeProfile(app, form);
  if (isSignedIn(app)) return false;
  try {
    const identity = await app.identity();
    await identity.token(false, uid);
    await identity.signOut();
  } catch (error) {
    // The profile is there: whom the provider still has is replaced by the next sign-in.
    console.warn("A new account could not be signed out", error);
  }
  return true;
}

/** Creates the account, or signs in to one that an interrupted attempt has created. */
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

/** Whether the account may have been created all the same. */
const isOpenEnd = (error: IdentityError) => error.isNetwork || error.isServerFailure;

/** What a refused attempt has stored goes: the next one must not take somebody else's account for its own. */
function restoreIfRefused(before: StoredRegistration | undefined, error: unknown): void {
  if (!(error instanceof IdentityError) || isOpenEnd(error)) return;
  if (before === undefined) forgetRegistration(localStorage);
  else storeRegistration(localStorage, before, before.storedAt);
}

function sentenceOf(error: unknown, accountMade: boolean): string {
  const sentence = flowSentence(error);
  return accountMade ? texts.auth.profileUnsaved(sentence) : sentence;
}

/**
 * Creates the missing profile of an interrupted registration. Returns the email to sign in with, or undefined if there is
 * nothing to finish, or this user is not signed in any more. Throws ApiError.
 */
export async function finishRegistration(app: App, user: IdentityUser): Promise<string | undefined> {
  const stored = readRegistration(localStorage, Date.now());
  if (stored === undefined || !belongsTo(stored, user.email)) return undefined;
  return app.duringAuthFlow(async () => {
    const identity = await app.identity();
    // It may have waited for a network. The profile would be made for, and the sign-out end, another person who signed in since.
    if ((await identity.token(false, user.uid).catch(nullForOthers)) === null) return undefined;
    return (await makeProfileAndLeave(app, stored, user.uid)) ? stored.email : undefined;
  });
}

function nullForOthers(error: unknown): null {
  if (error instanceof IdentityError && error.code === otherUser) return null;
  throw error;
}
