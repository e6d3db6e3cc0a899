/** Who is signed in, by whatever provider: the page knows this interface and never the firebase package. */

export interface IdentityUser {
  uid: string;
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

export interface Identity {
  /**
   * Told once the provider has read what it stored, and at every change. Null that nobody asked for is a lost session,
   * not a sign-out (specification 2).
   */
  onChange(listener: (user: IdentityUser | null) => void): () => void;
  /** Creates an account and signs it in. Throws IdentityError. */
  signUp(email: string, password: string): Promise<IdentityUser>;
  /** Throws IdentityError. */
  signIn(email: string, password: string): Promise<IdentityUser>;
  signOut(): Promise<void>;
  /**
   * The current ID token, a new one when `fresh`; null when nobody is signed in. Throws IdentityError, with the code
   * `otherUser` when somebody else than `uid` is (specification 17.35).
   */
  token(fresh: boolean, uid?: string): Promise<string | null>;
}
