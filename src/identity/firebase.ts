/**
 * Identity through the firebase package, against a Firebase project or the embedded provider, which speaks the same
 * protocol on our origin (specification 16). Loaded when first needed.
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
import {
  embeddedApiKey,
  type Identity,
  IdentityError,
  type IdentityUser,
  otherUser,
} from "./identity.ts";

const embeddedConfig = { apiKey: embeddedApiKey, projectId: "offbeat" };

export function createIdentity(config: Config["identity"], origin: string): Identity {
  const app = initializeApp(config.kind === "firebase" ? config.config : embeddedConfig);
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  // Synchronously after initializeAuth: the package refuses it once a call was made.
  if (config.kind === "embedded") connectAuthEmulator(auth, origin, { disableWarnings: true });

  return {
    onChange: (listener) =>
      onAuthStateChanged(auth, (user) => listener(user && identityUser(user))),
    signUp: (email, password) =>
      withPersistence(auth, () => createUserWithEmailAndPassword(auth, email, password)),
    signIn: (email, password) =>
      withPersistence(auth, () => signInWithEmailAndPassword(auth, email, password)),
    signOut: () => translate(() => signOut(auth)),
    token: (fresh, uid) =>
      translate(async () => {
        await auth.authStateReady();
        const user = auth.currentUser;
        if (user !== null && uid !== undefined && user.uid !== uid)
          throw new IdentityError(otherUser, "Somebody else is signed in. Sign in again");
        return (await user?.getIdToken(fresh)) ?? null;
      }),
  };
}

/** The choice of persistence is forgotten after a sign-out: it is set before every sign-in. */
async function withPersistence(
  auth: Auth,
  signIn: () => Promise<{ user: User }>,
): Promise<IdentityUser> {
  return translate(async () => {
    await setPersistence(auth, indexedDBLocalPersistence).catch(() =>
      setPersistence(auth, browserLocalPersistence),
    );
    return identityUser((await signIn()).user);
  });
}

const identityUser = (user: User): IdentityUser => ({ uid: user.uid, email: user.email ?? "" });

async function translate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FirebaseError) throw new IdentityError(error.code, error.message, error);
    throw error;
  }
}
