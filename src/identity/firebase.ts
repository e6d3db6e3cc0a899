/**
 * Implements identity with the firebase package, for a Firebase project or for the embedded provider, which implements
 * the same protocol on our origin. Loaded on first use.
 */
import { FirebaseError, initializeApp } from "firebase/app";
import {
  type Auth,
  browserLocalPersistence,
  browserSessionPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  inMemoryPersistence,
  initializeAuth,
  onAuthStateChanged,
  type Persistence as Store,
  setPersistence,
  signInWithEmailAndPassword,
  signOut,
  type User,
} from "firebase/auth";
import type { Config } from "../../contract/config.ts";
import { createAccountCalls } from "./account-actions.ts";
import {
  embeddedApiKey,
  type Identity,
  IdentityError,
  type IdentityUser,
  otherUser,
  type Persistence,
} from "./identity.ts";
import { guardFirebaseFetch } from "./firebase-fetch-guard.ts";
import { changeSettled, createTakeOver, isReplaced } from "./sign-in-change.ts";
import { readStoredUser } from "./stored-user.ts";
import { emailIn } from "./token-email.ts";

const embeddedConfig = { apiKey: embeddedApiKey, projectId: "offbeat" };

/** Where the package keeps its user, and where it does if the browser refuses that. */
const stores: Record<Persistence, [wanted: Store, fallback: Store]> = {
  local: [indexedDBLocalPersistence, browserLocalPersistence],
  session: [browserSessionPersistence, inMemoryPersistence],
  none: [inMemoryPersistence, inMemoryPersistence],
};

export interface PersistenceChoice {
  /** Of who is signed in already. */
  present: Persistence;
  /** Of the next sign-in. */
  next: () => Persistence;
}

export function createIdentity(config: Config["identity"], origin: string, choice: PersistenceChoice): Identity {
  /** Whether the provider has said that the account of the present user was deleted. */
  let isDeleted = false;
  const takeOver = createTakeOver();
  const isEmbedded = config.kind === "embedded";
  const app = initializeApp(isEmbedded ? embeddedConfig : config.config);
  let persistence = choice.present;
  guardFirebaseFetch({
    onDeleted() {
      isDeleted = true;
    },
    // The two other stores are no other tab's.
    isReplaced: async (sent) => persistence === "local" && takeOver.note(sent, isReplaced(sent, app.options.apiKey)),
  });
  const auth = initializeAuth(app, { persistence: stores[persistence] });
  // Synchronously after initializeAuth: the package rejects it after the first call.
  if (isEmbedded) connectAuthEmulator(auth, origin, { disableWarnings: true });
  const emails = watchEmails();

  /** Sets the persistence before every sign-in, because a sign-out resets it. */
  async function withPersistence(signIn: () => Promise<{ user: User }>): Promise<IdentityUser> {
    return translate(async () => {
      persistence = choice.next();
      isDeleted = false;
      const [wanted, fallback] = stores[persistence];
      await setPersistence(auth, wanted).catch(() => setPersistence(auth, fallback));
      return identityUser((await signIn()).user);
    });
  }

  return {
    onChange: (listener) =>
      onAuthStateChanged(auth, async (user) => {
        if (user !== null) return listener(identityUser(user));
        // The two other stores are read at once, or not at all.
        const isNobody = persistence !== "local" || (await isNobodyStored(auth));
        if (isNobody && auth.currentUser === null) listener(null, isDeleted);
      }),
    onEmail: emails.subscribe,
    signUp: (email, password) => withPersistence(() => createUserWithEmailAndPassword(auth, email, password)),
    signIn: (email, password) => withPersistence(() => signInWithEmailAndPassword(auth, email, password)),
    async signInWithGoogle() {
      const google = await import("./google-sign-in.ts");
      let names = { firstName: "", lastName: "" };
      const user = await withPersistence(async () => {
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
        await changeSettled();
        const user = auth.currentUser;
        if (user !== null && uid !== undefined && user.uid !== uid)
          throw new IdentityError(otherUser, "Somebody else is signed in. Sign in again");
        const token = user && (await takeOver.tokenOf(user, fresh));
        if (user !== null && token !== null) emails.update(user.uid, emailIn(token));
        return token;
      }),
    ...createAccountCalls(auth, isEmbedded, translate),
  };
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
