/**
 * Implements identity with the firebase package, for a Firebase project or for the embedded provider, which implements
 * the same protocol on our origin. Loaded on first use.
 */
import { FirebaseError, initializeApp } from "firebase/app";
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  setPersistence,
  signInWithEmailAndPassword,
  signOut,
  type User,
} from "firebase/auth";
import type { Config } from "../../contract/config.ts";
import { createAccountCalls } from "./account-actions.ts";
import { embeddedApiKey, type Identity, IdentityError, type IdentityUser, otherUser } from "./identity.ts";
import { guardFirebaseFetch } from "./firebase-fetch-guard.ts";
import { readStoredUser } from "./stored-user.ts";
import { emailIn } from "./token-email.ts";

const embeddedConfig = { apiKey: embeddedApiKey, projectId: "offbeat" };

export function createIdentity(config: Config["identity"], origin: string): Identity {
  guardFirebaseFetch();
  const isEmbedded = config.kind === "embedded";
  const app = initializeApp(isEmbedded ? embeddedConfig : config.config);
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  // Synchronously after initializeAuth: the package rejects it after the first call.
  if (isEmbedded) connectAuthEmulator(auth, origin, { disableWarnings: true });
  const emails = watchEmails();

  return {
    onChange: (listener) =>
      onAuthStateChanged(auth, async (user) => {
        if (user !== null) return listener(identityUser(user));
        if ((await isNobodyStored(auth)) && auth.currentUser === null) listener(null);
      }),
    onEmail: emails.subscribe,
    signUp: (email, password) => withPersistence(auth, () => createUserWithEmailAndPassword(auth, email, password)),
    signIn: (email, password) => withPersistence(auth, () => signInWithEmailAndPassword(auth, email, password)),
    async signInWithGoogle() {
      const google = await import("./google-sign-in.ts");
      let names = { firstName: "", lastName: "" };
      const user = await withPersistence(auth, async () => {
        const credential = await google.signInWithGoogle(auth, isEmbedded);
        names = google.namesOf(credential);
        return credential;
      });
      return { ...user, ...names };
    },
    signOut: () => translate(() => signOut(auth)),
    token: (fresh, uid) =>
      translate(async () => {
        await auth.authStateReady();
        const user = auth.currentUser;
        if (user !== null && uid !== undefined && user.uid !== uid)
          throw new IdentityError(otherUser, "Somebody else is signed in. Sign in again");
        const token = (await user?.getIdToken(fresh)) ?? null;
        if (user !== null && token !== null) emails.update(user.uid, emailIn(token));
        return token;
      }),
    ...createAccountCalls(auth, isEmbedded, translate),
  };
}

/** Sets the persistence before every sign-in, because a sign-out resets it. */
async function withPersistence(auth: Auth, signIn: () => Promise<{ user: User }>): Promise<IdentityUser> {
  return translate(async () => {
    await setPersistence(auth, indexedDBLocalPersistence).catch(() => setPersistence(auth, browserLocalPersistence));
    return identityUser((await signIn()).user);
  });
}

/** Distinguishes a missing user from an unreadable one, for both of which the package reports null (specification 2.22). */
const isNobodyStored = (auth: Auth): Promise<boolean> =>
  readStoredUser(auth.config.apiKey).then(
    (user) => user === undefined,
    () => false,
  );

const identityUser = (user: User): IdentityUser => ({ uid: user.uid, email: user.email ?? "" });

/** Notifies listeners of the email in the account's tokens. */
function watchEmails() {
  const listeners = new Set<(user: IdentityUser) => void>();
  let current: IdentityUser | undefined;
  return {
    subscribe(listener: (user: IdentityUser) => void) {
      listeners.add(listener);
      if (current !== undefined) listener(current);
      return () => void listeners.delete(listener);
    },
    update(uid: string, email: string | undefined) {
      if (email === undefined || (current?.uid === uid && current.email === email)) return;
      current = { uid, email };
      for (const listener of listeners) listener(current);
    },
  };
}

async function translate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FirebaseError) throw new IdentityError(error.code, error.message, error);
    throw error;
  }
}
