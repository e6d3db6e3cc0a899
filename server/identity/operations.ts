/** What `accounts:…` does, one function for each operation the `firebase` package calls (specification 16.5, 16.23). */
import type { Database } from "../db/database.ts";
import type { TokenClaims } from "../deps.ts";
import { HttpProblem } from "../http/problem.ts";
import { createAccount, readEmail, readNewPassword } from "./accounts.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import type { IdentityProvider } from "./provider.ts";
import { IdentityRefusal } from "./refusal.ts";
import { changePassword, removeAccount, signInAnswer, startSession } from "./sessions.ts";
import { findByEmail, findByUid, type Account } from "./store.ts";
import { TokenRefused } from "./verifier.ts";

export interface OperationContext {
  db: Database;
  identity: IdentityProvider;
  now: () => number;
  /** Names the caller's network, for limits. */
  address: string;
}

/** The JSON body; every member is checked where it is read. */
export type OperationBody = Readonly<Record<string, unknown>>;

export type Operation = (context: OperationContext, body: OperationBody) => Promise<object>;

/** A sensitive change wants a sign-in of the last five minutes (specification 10.1). */
const freshSignInSeconds = 300;

const signUp: Operation = async (context, body) => {
  // With a token the package asks to link a password to an account, which needs one without a password first.
  if (body["idToken"] !== undefined) throw new IdentityRefusal("OPERATION_NOT_ALLOWED");
  readEmail(body["email"]);
  readNewPassword(body["password"]);
  refuseIfWaiting(context.identity.limits.signUp.take(context.address));
  const account = await createAccount(context, {
    email: body["email"],
    password: body["password"],
  });
  return signInAnswer(await startSession(context, account));
};

const signInWithPassword: Operation = async (context, body) => {
  const email = readEmail(body["email"]);
  const password = body["password"];
  if (typeof password !== "string" || password === "")
    throw new IdentityRefusal("MISSING_PASSWORD");
  const giveBack = countAttempt(context, email);
  const account = await findByEmail(context.db, email);
  // A longer one cannot be anyone's; it is compared all the same, so that the answer takes as long.
  const matches = await checkPassword(password.slice(0, 1024), account?.passwordHash ?? null);
  if (!account || !matches || password.length > 1024)
    throw new IdentityRefusal("INVALID_LOGIN_CREDENTIALS");
  const signIn = await startSession(context, account);
  giveBack();
  return { ...signInAnswer(signIn), registered: true };
};

const lookup: Operation = async (context, body) => {
  const claims = await readIdToken(context, body, "keep");
  const account = await findByUid(context.db, claims.uid);
  if (!account) throw new IdentityRefusal("USER_NOT_FOUND");
  return { users: [describe(account)] };
};

const update: Operation = async (context, body) => {
  if (body["password"] === undefined) throw new IdentityRefusal("OPERATION_NOT_ALLOWED");
  const { uid, email } = await readFreshToken(context, body);
  const password = readNewPassword(body["password"]);
  refuseIfWaiting(context.identity.limits.account.take(email));
  const signIn = await changePassword(context, uid, await hashPassword(password));
  return { ...describe(signIn.account), ...signInAnswer(signIn) };
};

const remove: Operation = async (context, body) => {
  const { uid } = await readFreshToken(context, body);
  await removeAccount(context, uid);
  return {};
};

/** By the name behind the colon. Those of a reset mail and of Google are not offered yet and refused as unknown. */
export const operations: Readonly<Record<string, Operation>> = {
  signUp,
  signInWithPassword,
  lookup,
  update,
  delete: remove,
};

/** An account as `lookup` shows it; `passwordUpdatedAt` and the hash stay inside. */
const describe = (account: Account) => ({
  localId: account.uid,
  email: account.email,
  emailVerified: account.emailVerified,
  providerUserInfo: [
    {
      providerId: "password",
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
 * Counts a sign-in before its password is looked at, so that many at once cannot slip through. Returns what takes the
 * count back once it succeeded. Throws TOO_MANY_ATTEMPTS_TRY_LATER.
 */
function countAttempt(
  { identity: { limits }, address }: OperationContext,
  email: string,
): () => void {
  const counted = [
    [limits.address, address],
    [limits.pair, `${address} ${email}`],
    [limits.account, email],
  ] as const;
  const taken: (() => void)[] = [];
  for (const [limiter, key] of counted) {
    const wait = limiter.take(key);
    if (wait > 0) for (const giveBack of taken) giveBack();
    refuseIfWaiting(wait);
    taken.push(() => limiter.giveBack(key));
  }
  return () => {
    for (const giveBack of taken) giveBack();
  };
}

function refuseIfWaiting(seconds: number): void {
  if (seconds > 0)
    throw new IdentityRefusal("TOO_MANY_ATTEMPTS_TRY_LATER", { status: 429, retryAfter: seconds });
}

/**
 * The claims of the body's ID token. Throws an IdentityRefusal; for a token that is merely past its hour, with `keep`
 * HttpProblem `unauthenticated`: the package would forget its user over an `error`, and a refresh cures this one.
 */
async function readIdToken(
  { identity }: OperationContext,
  body: OperationBody,
  onExpired: "keep" | "refuse",
): Promise<TokenClaims> {
  const token = body["idToken"];
  if (typeof token !== "string" || token === "") throw new IdentityRefusal("INVALID_ID_TOKEN");
  try {
    return await identity.verifier.check(token);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    if (error.reason === "expired" && onExpired === "keep")
      throw new HttpProblem("unauthenticated");
    throw new IdentityRefusal(refusalOf[error.reason]);
  }
}

const refusalOf = {
  invalid: "INVALID_ID_TOKEN",
  expired: "INVALID_ID_TOKEN",
  ended: "TOKEN_EXPIRED",
  disabled: "USER_DISABLED",
  "no-account": "USER_NOT_FOUND",
} as const;

async function readFreshToken(
  context: OperationContext,
  body: OperationBody,
): Promise<TokenClaims> {
  const claims = await readIdToken(context, body, "refuse");
  if (context.now() / 1000 - claims.authTime > freshSignInSeconds) {
    throw new IdentityRefusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  }
  return claims;
}
