/** Account management: password reset, changes, deletion (specification 2.23 to 2.29). */
import {
  ActionCodeOperation,
  applyActionCode,
  type Auth,
  checkActionCode,
  confirmPasswordReset,
  deleteUser,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  updateEmail,
  updatePassword,
  type User,
  verifyBeforeUpdateEmail,
} from "firebase/auth";
import { type Identity, IdentityError, type MailedCode } from "./identity.ts";
import { changingSignIn } from "./sign-in-change.ts";

type AccountCalls = Pick<
  Identity,
  | "sendPasswordReset"
  | "checkCode"
  | "confirmReset"
  | "applyCode"
  | "reload"
  | "hasPassword"
  | "reauthenticate"
  | "changePassword"
  | "changeEmail"
  | "deleteAccount"
>;

/** @param translate converts the package's errors to IdentityError */
export function createAccountCalls(
  auth: Auth,
  isEmbedded: boolean,
  translate: <T>(work: () => Promise<T>) => Promise<T>,
): AccountCalls {
  /** Mails come in the language of the page. */
  const call = <T>(work: () => Promise<T>) =>
    translate(() => {
      auth.languageCode = document.documentElement.lang;
      return work();
    });
  const withUser = <T>(work: (user: User) => Promise<T>) =>
    call(async () => {
      await auth.authStateReady();
      if (auth.currentUser === null) throw new IdentityError("auth/requires-recent-login", "Nobody is signed in");
      return work(auth.currentUser);
    });

  return {
    sendPasswordReset: (email) =>
      call(() => sendPasswordResetEmail(auth, email)).catch((error: unknown) => {
        // Hides unknown emails even if the project reports them.
        if (!(error instanceof IdentityError) || error.code !== "auth/user-not-found") throw error;
      }),
    checkCode: (code) =>
      call(async () => {
        const { operation, data } = await checkActionCode(auth, code);
        return { purpose: purposes[operation] ?? "other", email: data.email ?? "" };
      }),
    confirmReset: (code, password) => call(() => confirmPasswordReset(auth, code, password)),
    applyCode: (code) =>
      call(() =>
        changingSignIn(async () => {
          await applyActionCode(auth, code);
          await auth.authStateReady();
          // The code may change the signed-in account. If its session ends, the observer reports a lost session.
          await auth.currentUser?.getIdToken(true).catch(() => {});
          await auth.currentUser?.reload().catch(() => {});
        }),
      ),
    reload: () => withUser((user) => user.reload()),
    hasPassword: () => withUser(async (user) => passwordEmail(user) !== undefined),
    reauthenticate: (password) =>
      withUser(async (user) => {
        const email = passwordEmail(user);
        if (email === undefined) {
          const google = await import("./google-sign-in.ts");
          await google.reauthenticateWithGoogle(user, isEmbedded);
        } else {
          const credential = EmailAuthProvider.credential(email, password ?? "");
          await reauthenticateWithCredential(user, credential);
        }
      }),
    changePassword: (password) => withUser((user) => changingSignIn(() => updatePassword(user, password))),
    changeEmail: (email) => withUser((user) => changingSignIn(() => changeEmail(user, email, isEmbedded))),
    deleteAccount: () => withUser((user) => changingSignIn(() => deleteUser(user))),
  };
}

const purposes: Record<string, MailedCode["purpose"]> = {
  [ActionCodeOperation.PASSWORD_RESET]: "reset-password",
  [ActionCodeOperation.VERIFY_EMAIL]: "verify-email",
  [ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL]: "change-email",
  [ActionCodeOperation.RECOVER_EMAIL]: "restore-email",
};

/** The email of an account with a password; undefined for Google-only accounts. */
function passwordEmail(user: User): string | undefined {
  const has = user.providerData.some(({ providerId }) => providerId === "password");
  return has ? (user.email ?? undefined) : undefined;
}

/** Changes the email at once if the embedded provider has no mail, else by a mailed link (specification 2.25). */
async function changeEmail(user: User, email: string, isEmbedded: boolean): Promise<"changed" | "mailed"> {
  if (isEmbedded) {
    try {
      await updateEmail(user, email);
      return "changed";
    } catch (error) {
      // The provider can send mail and requires a link.
      if (!isNotAllowed(error)) throw error;
    }
  }
  await verifyBeforeUpdateEmail(user, email);
  return "mailed";
}

const isNotAllowed = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "auth/operation-not-allowed";
