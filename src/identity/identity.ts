/** Who is signed in, by whatever provider: the page knows this interface and never the firebase package. */

export interface IdentityUser {
  uid: string;
  email: string;
}

/** As Google knows them; a name it does not know is empty. */
export interface GoogleUser extends IdentityUser {
  firstName: string;
  lastName: string;
}

/** What the code of a mailed link is for. */
export interface MailedCode {
  purpose: "reset-password" | "verify-email" | "change-email" | "other";
  /** Of the account; of a change of email, the new one. */
  email: string;
}

/** A refusal of the provider with its code (`auth/…`), or `auth/network-request-failed`. */
export class IdentityError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "IdentityError";
    this.code = code;
  }
}

/** Code of an error of our own: the provider has another user than the one who is meant. */
export const otherUser = "offbeat/other-user";

/** Fixed: it is part of the key under which the package stores its user, and must not hold a colon. */
export const embeddedApiKey = "offbeat-embedded";

/** What all of it throws is an IdentityError. */
export interface Identity {
  /**
   * Told once the provider has read what it stored, and at every change. Null that nobody asked for is a lost session,
   * not a sign-out (specification 2).
   */
  onChange(listener: (user: IdentityUser | null) => void): () => void;
  /** Told which email the tokens carry, at first and whenever it is another one (specification 2.25). */
  onEmail(listener: (user: IdentityUser) => void): () => void;
  /** Creates an account and signs it in. */
  signUp(email: string, password: string): Promise<IdentityUser>;
  signIn(email: string, password: string): Promise<IdentityUser>;
  /** By a popup: to be called while a press of the user still counts for the browser. */
  signInWithGoogle(): Promise<GoogleUser>;
  signOut(): Promise<void>;
  /**
   * The current ID token, a new one when `fresh`; null when nobody is signed in. Throws with the code `otherUser` when
   * somebody else than `uid` is (specification 17.35).
   */
  token(fresh: boolean, uid?: string): Promise<string | null>;
  /** Succeeds for unknown emails too. */
  sendPasswordReset(email: string): Promise<void>;
  checkCode(code: string): Promise<MailedCode>;
  /** Sets the password by a mailed code; ends every sign-in. */
  confirmReset(code: string, password: string): Promise<void>;
  /** Applies the code of a confirmed or a new email. */
  applyCode(code: string): Promise<void>;
  /** Whether the signed-in account has a password, or only Google. */
  hasPassword(): Promise<boolean>;
  /** Proves once more who is signed in: by the password, without one by Google's popup. */
  reauthenticate(password?: string): Promise<void>;
  /** Wants a reauthentication before. All other sign-ins end. */
  changePassword(password: string): Promise<void>;
  /** Wants a reauthentication before. `mailed`: the change waits for a link that went to the new address. */
  changeEmail(email: string): Promise<"changed" | "mailed">;
  /** Removes the account at the provider. Wants a reauthentication before. */
  deleteAccount(): Promise<void>;
}
