/** The interface of the identity provider, which hides the firebase package. */

/** How long a sign-in lasts: on this device, until the browser closes, or until the page closes. */
export type Persistence = "local" | "session" | "none";

export interface IdentityUser {
  uid: string;
  email: string;
}

/** A name that Google does not know is empty. */
export interface GoogleUser extends IdentityUser {
  firstName: string;
  lastName: string;
}

/** What the code of a mailed link is for. */
export interface MailedCode {
  purpose: "reset-password" | "verify-email" | "change-email" | "restore-email" | "other";
  /** The account's email; for a change of email, the new one; for its undoing, the old one. */
  email: string;
}

/** What Google's servers, and a proxy before them, call their own failures (google.rpc.Code), and what their package does. */
export const serverFailures: readonly string[] = [
  "auth/aborted",
  "auth/deadline-exceeded",
  "auth/internal",
  "auth/internal-error",
  "auth/resource-exhausted",
  "auth/unavailable",
  "auth/unknown",
];

/** An error with the provider's code (`auth/…`), such as `auth/network-request-failed`. */
export class IdentityError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "IdentityError";
    this.code = code;
  }

  get isNetwork(): boolean {
    return this.code === "auth/network-request-failed" || this.code === "auth/timeout";
  }

  /** The server failed at it, and may have done it all the same. */
  get isServerFailure(): boolean {
    return serverFailures.includes(this.code);
  }
}

/** Our own code: another user than the expected one is signed in at the provider. */
export const otherUser = "offbeat/other-user";

/** Never change it: the package stores its user under a key that contains it. It must not contain a colon. */
export const embeddedApiKey = "offbeat-embedded";

/** All methods throw IdentityError. */
export interface Identity {
  /**
   * Notifies after the provider has restored its user, and at every change. An unrequested null is a lost session, not a
   * sign-out; with `isDeleted` the provider has said that the account is gone.
   */
  onChange(listener: (user: IdentityUser | null, isDeleted?: boolean) => void): () => void;
  /** Notifies of the email in the tokens, initially and when it changes (specification 2.25). */
  onEmail(listener: (user: IdentityUser) => void): () => void;
  /** Creates an account and signs it in. */
  signUp(email: string, password: string): Promise<IdentityUser>;
  signIn(email: string, password: string): Promise<IdentityUser>;
  /** Opens a popup: call it within a user gesture. */
  signInWithGoogle(): Promise<GoogleUser>;
  signOut(): Promise<void>;
  /**
   * Returns the current ID token, or a new one if `fresh`; null if nobody is signed in. Throws with the code `otherUser` if
   * another user than `uid` is (specification 17.35).
   */
  token(fresh: boolean, uid?: string): Promise<string | null>;
  /** Succeeds for unknown emails too. */
  sendPasswordReset(email: string): Promise<void>;
  checkCode(code: string): Promise<MailedCode>;
  /** Sets the password with a mailed code; ends all sessions. */
  confirmReset(code: string, password: string): Promise<void>;
  /** Applies a code that verifies, changes or restores an email. */
  applyCode(code: string): Promise<void>;
  /** Asks for the account as it is: a link on another device may have changed its email. An ended sign-in is lost by it. */
  reload(): Promise<void>;
  /** Whether the signed-in account has a password, or only Google. */
  hasPassword(): Promise<boolean>;
  /** Reauthenticates the signed-in user by password, or by Google's popup for an account without one. */
  reauthenticate(password?: string): Promise<void>;
  /** Requires a recent reauthentication. Ends all other sessions. */
  changePassword(password: string): Promise<void>;
  /** Requires a recent reauthentication. `mailed`: the change takes effect by a link sent to the new address. */
  changeEmail(email: string): Promise<"changed" | "mailed">;
  /** Deletes the account at the provider. Requires a recent reauthentication. */
  deleteAccount(): Promise<void>;
}
