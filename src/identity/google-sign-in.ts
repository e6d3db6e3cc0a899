/** Google in both settings; loaded when its button is about to be used. Page only: it opens windows. */
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

/** Signs in by a popup: our own in the embedded setting, else the provider's. */
export const signInWithGoogle = async (auth: Auth, isEmbedded: boolean): Promise<UserCredential> =>
  isEmbedded
    ? signInWithCredential(auth, await demoCredential())
    : signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver);

/** The same for the user who is signed in, and nobody else. */
export const reauthenticateWithGoogle = async (user: User, isEmbedded: boolean): Promise<UserCredential> =>
  isEmbedded
    ? reauthenticateWithCredential(user, await demoCredential())
    : reauthenticateWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver);

/** The names that Google knows, empty where it does not. */
export function namesOf(credential: UserCredential): { firstName: string; lastName: string } {
  const { given_name: first, family_name: last } = getAdditionalUserInfo(credential)?.profile ?? {};
  return {
    firstName: typeof first === "string" ? first : "",
    lastName: typeof last === "string" ? last : "",
  };
}
