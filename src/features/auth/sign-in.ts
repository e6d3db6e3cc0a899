/** Signs in: at the provider first, then loads our profile. */
import { createUser, loginUser, type Me } from "../../../contract/users.ts";
import { loginSentence, providerSentence } from "../../identity/provider-messages.ts";
import { ApiError } from "../../api/api-error.ts";
import { storageAnswers, writeActiveAccount } from "../../db/active-account.ts";
import { wipeOtherAccounts } from "../../db/wipe-account.ts";
import {
  type GoogleUser,
  type Identity,
  IdentityError,
  type IdentityUser,
  otherUser,
} from "../../identity/identity.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import { texts } from "../../texts/texts.ts";
import type { App } from "../../app/app-context.ts";
import { SentenceError, withSentence } from "./flow-error.ts";
import { finishSignOuts } from "./remove-account.ts";
import { readPersistence } from "./session-key.ts";
import { readSession, readStoredUid, watchSession, writeSession } from "./session.ts";
import { isNoted } from "./stored-sign-outs.ts";
import {
  belongsTo,
  forgetRegistration,
  forgetTyped,
  readRegistration,
  type StoredRegistration,
} from "./stored-registration.ts";
import { beginVolatile, dropVolatile, sweepVolatile } from "./volatile-databases.ts";

/** An account without a profile, with its names at Google. */
export type Incomplete = IdentityUser &
  Partial<Pick<GoogleUser, "firstName" | "lastName">> & {
    /** It had a profile, which its owner has deleted (specification 2.34). */
    isDeleted?: boolean;
  };

/** Longest wait for the removal of an account that signed out; milliseconds. */
const finishMs = 40_000;

/** Signed in, or an account whose profile is missing. */
export type SignInResult = { signedIn: Me } | { incomplete: Incomplete };

/**
 * Returns undefined if somebody else has signed in on this page meanwhile. Throws an Error whose message is the sentence to
 * show.
 */
export const signIn = (app: App, form: { email: string; password: string }) =>
  signInBy(app, (identity) => identity.signIn(form.email, form.password), loginSentence);

/** As `signIn`, with the popup: call it directly in the press. */
export const signInWithGoogle = (app: App) =>
  signInBy(app, (identity) => identity.signInWithGoogle(), providerSentence);

function signInBy(
  app: App,
  prove: (identity: Identity) => Promise<Incomplete>,
  toSentence: typeof providerSentence,
): Promise<SignInResult | undefined> {
  return app.duringAuthFlow(async () => {
    if (!(await storageAnswers())) throw new Error(texts.auth.storageSilent);
    return withSentence(async () => {
      const user = await unlessSignedIn(app, prove(await app.identity()));
      return user && enter(app, user);
    }, toSentence);
  });
}

/**
 * Resolves with undefined as soon as somebody signs in on this page: a window of Google's can stay open behind it, and its
 * answer must not replace them.
 */
const unlessSignedIn = <T>(app: App, proof: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const stop = watchSession(app.queryClient, () => {
      if (readSession(app.queryClient) !== null) resolve(undefined);
    });
    void proof.then(resolve, reject).finally(stop);
  });

/**
 * Creates the missing profile and signs in. Throws an Error whose message is the sentence to show, also if another tab has
 * signed in somebody else since.
 */
export function completeRegistration(
  app: App,
  user: IdentityUser,
  form: Omit<StoredRegistration, "email" | "storedAt">,
): Promise<Me> {
  return app.duringAuthFlow(() =>
    withSentence(async () => {
      await (await app.identity()).token(false, user.uid);
      const me = await makeProfile(app, { ...form, email: user.email });
      await establish(app, me);
      return me;
    }),
  );
}

/**
 * Deletes what a deletion has left of this user at the provider. Throws an Error whose message is the sentence to show, also
 * if another tab has signed in somebody else since.
 */
export const finishDeletion = (app: App, uid: string): Promise<void> =>
  app.duringAuthFlow(() =>
    withSentence(async () => {
      const identity = await app.identity();
      await identity.token(false, uid);
      await identity.deleteAccount();
    }),
  );

/** Without a profile nobody is signed in. */
export const leaveIncomplete = (app: App, uid: string): Promise<void> => app.duringAuthFlow(() => leaveUser(app, uid));

/** Signs this user out at the provider, and nobody whom another tab has signed in since. */
async function leaveUser(app: App, uid: string): Promise<void> {
  const identity = await app.identity();
  // A token that cannot be renewed now keeps nobody from leaving.
  const isOther = await identity.token(false, uid).then(() => false, saysOther);
  if (!isOther) await identity.signOut();
}

const saysOther = (error: unknown) => error instanceof IdentityError && error.code === otherUser;

async function enter(app: App, user: Incomplete): Promise<SignInResult> {
  /** The sign-in is undone, so that the next attempt starts over. */
  const undo = async (error: unknown): Promise<never> => {
    await leaveUser(app, user.uid);
    throw error;
  };
  const found = await findProfile(app, user).catch(undo);
  // A failure leaves the sign-in for the next try: the profile is still to be made.
  const me = "signedIn" in found ? found.signedIn : await completeStored(app, found.incomplete);
  if (me === undefined) return found;
  await establish(app, me).catch(undo);
  return { signedIn: me };
}

/** Throws ApiError. */
async function findProfile(app: App, user: Incomplete): Promise<SignInResult> {
  const { uid, email, firstName = "", lastName = "" } = user;
  try {
    const body = { user: { firstName, lastName, email, uid } };
    return { signedIn: (await app.api.call(loginUser, { body })).data };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "no-profile") throw error;
    return { incomplete: error.problem?.["deleted"] === true ? { ...user, isDeleted: true } : user };
  }
}

/** Makes the profile of a registration that this device has stored; undefined if it has none of this user's. */
async function completeStored(app: App, user: Incomplete): Promise<Me | undefined> {
  if (user.isDeleted) return undefined;
  const stored = readRegistration(localStorage, Date.now());
  if (stored === undefined || !belongsTo(stored, user.email)) return undefined;
  await (await app.identity()).token(false, user.uid);
  return makeProfile(app, stored);
}

/** Creates the profile and removes the stored registration. Throws ApiError. */
export async function makeProfile(app: App, form: Omit<StoredRegistration, "storedAt">): Promise<Me> {
  const { firstName, lastName, email, artist, newsletter } = form;
  const body = { firstName, lastName, email, artist, newsletter };
  const me = (await app.api.call(createUser, { body })).data;
  forgetRegistration(localStorage);
  forgetTyped();
  return me;
}

/** Makes the account the device's active one, or the tab's if the device may not keep it. */
async function establish(app: App, me: Me): Promise<void> {
  // Also one of this account, whose rows would count as those of this sign-in.
  await withTimeout(finishMs, finishSignOuts(app, true)).catch((error: unknown) => console.warn(error));
  if (isNoted(me.uid)) throw new SentenceError(texts.auth.storageSilent);
  if (readPersistence() === "local") {
    await dropVolatile();
    await wipeOtherAccounts(me.uid, app.worker.wipe);
    await writeActiveAccount(me.uid);
    app.worker.setAccount(me.uid);
  } else {
    await beginVolatile(me.uid);
    // Also what the device has of this account; not what another tab has open.
    await wipeOtherAccounts(readStoredUid(localStorage), app.worker.wipe);
    app.worker.setAccount(me.uid, { isVolatile: true });
  }
  await sweepVolatile(true);
  await app.openAccount(me.uid);
  forgetTyped();
  writeSession(app.queryClient, me);
}
