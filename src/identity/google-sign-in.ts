/** Sign-in with Google, or with the demo popup. Loaded before its button is used. Page only: it opens windows. */
import {
  type Auth,
  beforeAuthStateChanged,
  browserPopupRedirectResolver,
  getAdditionalUserInfo,
  GoogleAuthProvider,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  signInWithCredential,
  signInWithPopup,
  type User,
  type UserCredential,
} from "firebase/auth";
import { askDemoGoogle } from "./google-popup.ts";

const demoCredential = async () => GoogleAuthProvider.credential(await askDemoGoogle());

/**
 * Signs in by a popup: our own for the embedded provider, else Google's. Throws FirebaseError `auth/login-blocked` if somebody
 * else has signed in while it stood open: the package would put one in the other's place.
 */
export async function signInWithGoogle(auth: Auth, isEmbedded: boolean): Promise<UserCredential> {
  const before = auth.currentUser?.uid;
  const stop = beforeAuthStateChanged(auth, (user) => {
    const now = auth.currentUser?.uid;
    // A sign-out, and the same user again, are none of our business.
    if (user !== null && now !== undefined && now !== before && now !== user.uid)
      throw new Error("Somebody has signed in meanwhile");
  });
  try {
    return isEmbedded
      ? await signInWithCredential(auth, await demoCredential())
      : await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver);
  } finally {
    stop();
  }
}

/** Reauthenticates the signed-in user. */
export const reauthenticateWithGoogle = async (user: User, isEmbedded: boolean): Promise<UserCredential> =>
  isEmbedded
    ? reauthenticateWithCredential(user, await demoCredential())
    : reauthenticateWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver);

/** The user's names at Google; empty if missing. */
export function namesOf(credential: UserCredential): { firstName: string; lastName: string } {
  const { given_name: first, family_name: last } = getAdditionalUserInfo(credential)?.profile ?? {};
  return {
    firstName: typeof first === "string" ? first : "",
    lastName: typeof last === "string" ? last : "",
  };
}
