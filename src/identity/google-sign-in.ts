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
import { IdentityError } from "./identity.ts";

const demoCredential = async () => GoogleAuthProvider.credential(await askDemoGoogle());

/**
 * Signs in by a popup: our own for the embedded provider, else Google's. Throws IdentityError if somebody else has signed in
 * while it stood open: the package would put one in the other's place.
 */
export async function signInWithGoogle(auth: Auth, isEmbedded: boolean): Promise<UserCredential> {
  const before = auth.currentUser?.uid;
  const refuseLate = () => {
    if (auth.currentUser !== null && auth.currentUser.uid !== before)
      throw new IdentityError("auth/cancelled-popup-request", "Somebody has signed in meanwhile");
  };
  if (isEmbedded) {
    const credential = await demoCredential();
    refuseLate();
    return signInWithCredential(auth, credential);
  }
  const stop = beforeAuthStateChanged(auth, (user) => {
    // A sign-out, and the same user again, are none of our business.
    if (user !== null && user.uid !== auth.currentUser?.uid) refuseLate();
  });
  return signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver).finally(stop);
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
