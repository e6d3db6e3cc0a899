/** The context of the embedded provider's operations, and their token checks and attempt counting. */
import { freshSignInMs } from "../../contract/rules/limits.ts";
import type { Database } from "../db/database.ts";
import type { TokenClaims } from "../http/bearer.ts";
import { HttpProblem } from "../http/problem.ts";
import type { Limiter } from "./attempt-limits.ts";
import type { MailLanguage } from "./mail-words.ts";
import type { IdentityProvider } from "./provider.ts";
import { IdentityError } from "./identity-error.ts";
import type { Account } from "./account-rows.ts";
import { TokenRefused } from "./verifier.ts";

/** What demo mode allows this caller. */
export interface DemoAccess {
  isOn: boolean;
  /** Whether this is the public password of a demo account, whatever that account's email is by now. */
  isPublished(password: string): boolean;
}

export interface OperationContext {
  db: Database;
  identity: IdentityProvider;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The caller's network, for rate limits. */
  address: string;
  /** Of mails to the caller. */
  language: MailLanguage;
  demo: DemoAccess;
  /** Removes the files of a deleted account. */
  removeFiles: (uid: string) => Promise<void>;
  /** Receives errors of background work. */
  onError: (error: unknown) => void;
}

/** The JSON body, not validated: each operation checks the members it reads. */
export type OperationBody = Readonly<Record<string, unknown>>;

export type Operation = (context: OperationContext, body: OperationBody) => Promise<object>;

/** An account as the `lookup` response has it, without the password hash. */
export const describe = (account: Account) => ({
  localId: account.uid,
  email: account.email,
  emailVerified: account.emailVerified,
  providerUserInfo: [
    {
      providerId: account.passwordHash === null ? "google.com" : "password",
      rawId: account.email,
      federatedId: account.email,
      email: account.email,
    },
  ],
  validSince: String(account.validSince),
  disabled: account.disabled,
  createdAt: String(account.createdAt),
  lastLoginAt: String(account.lastLoginAt ?? account.createdAt),
});

/**
 * Runs a counted attempt: what succeeds does not count, nor does what another limit refused or the server could not answer.
 * Throws as both do.
 */
export async function whileCounted<T>(counted: Parameters<typeof countAttempt>[0], work: () => Promise<T>): Promise<T> {
  const giveBack = countAttempt(counted);
  const [result] = await Promise.allSettled([work()]);
  if (result.status === "fulfilled" || !(result.reason instanceof IdentityError) || result.reason.status === 429)
    giveBack();
  if (result.status === "fulfilled") return result.value;
  throw result.reason;
}

/**
 * Counts an attempt in all limiters or in none, before its work starts, so that parallel attempts count too. Returns a
 * function that takes the count back. Throws TOO_MANY_ATTEMPTS_TRY_LATER.
 */
export function countAttempt(counted: readonly (readonly [Limiter, string])[]): () => void {
  const taken: (() => void)[] = [];
  const giveBack = () => {
    for (const undo of taken) undo();
  };
  for (const [limiter, key] of counted) {
    const wait = limiter.take(key);
    if (wait > 0) {
      giveBack();
      throw new IdentityError("TOO_MANY_ATTEMPTS_TRY_LATER", { status: 429, retryAfter: wait });
    }
    taken.push(() => limiter.giveBack(key));
  }
  return giveBack;
}

/**
 * Verifies the body's ID token. Throws an IdentityError; with `keep`, an expired token throws HttpProblem
 * `unauthenticated` instead: a refresh helps, but any `error` member makes the `firebase` package drop its user.
 */
export async function readIdToken(
  { identity }: OperationContext,
  body: OperationBody,
  onExpired: "keep" | "refuse",
): Promise<TokenClaims> {
  const token = body["idToken"];
  if (typeof token !== "string" || token === "") throw new IdentityError("INVALID_ID_TOKEN");
  try {
    return await identity.verifier.check(token);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    if (error.reason === "expired" && onExpired === "keep") throw new HttpProblem("unauthenticated");
    throw new IdentityError(refusalOf[error.reason]);
  }
}

const refusalOf = {
  invalid: "INVALID_ID_TOKEN",
  expired: "INVALID_ID_TOKEN",
  ended: "TOKEN_EXPIRED",
  disabled: "USER_DISABLED",
  "no-account": "USER_NOT_FOUND",
} as const;

/** Same as `readIdToken`, for operations that require a recent sign-in. */
export async function readFreshToken(context: OperationContext, body: OperationBody): Promise<TokenClaims> {
  const claims = await readIdToken(context, body, "refuse");
  if (context.now() - claims.authTime * 1000 > freshSignInMs) throw new IdentityError("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  return claims;
}
