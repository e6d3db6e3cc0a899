/** Signing in: the provider first, then our profile (specification 2). */
import { createUser, loginUser, type Me } from "../../../contract/users.ts";
import { loginSentence } from "../../../contract/rules/provider-messages.ts";
import { ApiError } from "../../api/error.ts";
import { writeActiveAccount } from "../../db/device.ts";
import { wipeOtherAccounts } from "../../db/wipe.ts";
import { IdentityError, type IdentityUser } from "../../identity/identity.ts";
import type { App } from "./app.ts";
import { writeSession } from "./session.ts";
import {
  belongsTo,
  forgetRegistration,
  readRegistration,
  type StoredRegistration,
} from "./stored-registration.ts";

/** Signed in, or an account without a profile that is to be completed. */
export type SignInResult = { signedIn: Me } | { incomplete: IdentityUser };

/** Throws an Error whose message is the sentence to show. */
export function signIn(app: App, form: { email: string; password: string }): Promise<SignInResult> {
  return app.duringAuthFlow(async () => {
    try {
      const identity = await app.identity();
      const user = await identity.signIn(form.email, form.password);
      return await enter(app, user);
    } catch (error) {
      throw new Error(sentenceOf(error), { cause: error });
    }
  });
}

/** Makes the profile that an account lacks, and signs in. Throws an Error whose message is the sentence to show. */
export function completeRegistration(
  app: App,
  user: IdentityUser,
  form: Omit<StoredRegistration, "email" | "storedAt">,
): Promise<Me> {
  return app.duringAuthFlow(async () => {
    try {
      const me = await makeProfile(app, form);
      await establish(app, me);
      return me;
    } catch (error) {
      throw new Error(sentenceOf(error), { cause: error });
    }
  });
}

async function enter(app: App, user: IdentityUser): Promise<SignInResult> {
  try {
    const body = { user: { firstName: "", lastName: "", email: user.email, uid: user.uid } };
    const me = (await app.api.call(loginUser, { body })).data;
    await establish(app, me);
    return { signedIn: me };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "no-profile") {
      // Half signed in is not signed in: the next try starts from the beginning.
      await (await app.identity()).signOut();
      throw error;
    }
    const stored = readRegistration(localStorage, Date.now());
    if (stored === undefined || !belongsTo(stored, user.email)) return { incomplete: user };
    const me = await makeProfile(app, stored);
    await establish(app, me);
    return { signedIn: me };
  }
}

/** Posts the profile; a stored registration has served its purpose then. Throws ApiError. */
export async function makeProfile(
  app: App,
  form: Omit<StoredRegistration, "email" | "storedAt">,
): Promise<Me> {
  const { firstName, lastName, artist, newsletter } = form;
  const me = (await app.api.call(createUser, { body: { firstName, lastName, artist, newsletter } }))
    .data;
  forgetRegistration(localStorage);
  return me;
}

/** From here on the device belongs to this account. */
async function establish(app: App, me: Me): Promise<void> {
  await wipeOtherAccounts(me.uid, app.worker.wipe);
  await writeActiveAccount(me.uid);
  app.worker.setAccount(me.uid);
  await app.openAccount(me.uid);
  writeSession(app.queryClient, me);
}

export function sentenceOf(error: unknown): string {
  if (error instanceof IdentityError) return loginSentence(error.code);
  if (error instanceof ApiError) return error.message;
  console.error(error);
  return "Something went wrong! Try again";
}
