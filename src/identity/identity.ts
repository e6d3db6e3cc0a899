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
  /** The current ID token, a new one when `fresh`; null when nobody is signed in. Throws IdentityError. */
  token(fresh: boolean): Promise<string | null>;
}
