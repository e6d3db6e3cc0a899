/** Sign-in with Google, or with the demo popup. Loaded before its button is used. Page only: it opens windows. */
import {
  type Auth,
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

/** Signs in by a popup: our own for the embedded provider, else Google's. */
export const signInWithGoogle = async (auth: Auth, isEmbedded: boolean): Promise<UserCredential> =>
  isEmbedded
    ? signInWithCredential(auth, await demoCredential())
    : signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver);

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
