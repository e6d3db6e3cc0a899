/** Sign-ins: how one begins, goes on by its refresh token, and how a change ends all others (specification 16.9, 16.11). */
import type { Database, Queryable } from "../db/database.ts";
import type { IdentityProvider } from "./provider.ts";
import { IdentityRefusal } from "./refusal.ts";
import {
  addSession,
  deleteAccount,
  findSession,
  lockAccount,
  setPassword,
  type Account,
} from "./store.ts";
import {
  hashRefreshToken,
  idTokenSeconds,
  issueIdToken,
  makeRefreshToken,
  type TokenSubject,
} from "./tokens.ts";

export interface SignIn {
  account: Account;
  idToken: string;
  refreshToken: string;
}

/** What the package reads in every answer that signs in. */
export const signInAnswer = ({ account, idToken, refreshToken }: SignIn) => ({
  localId: account.uid,
  email: account.email,
  idToken,
  refreshToken,
  expiresIn: String(idTokenSeconds),
});

interface Parts {
  db: Database;
  identity: IdentityProvider;
}

const subjectOf = (account: Account, authTime: number): TokenSubject => ({
  uid: account.uid,
  email: account.email,
  emailVerified: account.emailVerified,
  authTime,
  provider: "password",
});

/**
 * Signs in to an account whose password was checked. Throws INVALID_LOGIN_CREDENTIALS when the password was changed
 * while it was being checked, USER_DISABLED for a disabled account.
 */
export async function startSession({ db, identity }: Parts, checked: Account): Promise<SignIn> {
  const { account, ...session } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, checked.uid);
    if (!present || present.passwordHash !== checked.passwordHash) {
      throw new IdentityRefusal("INVALID_LOGIN_CREDENTIALS");
    }
    if (present.disabled) throw new IdentityRefusal("USER_DISABLED");
    return { account: present, ...(await open(tx, identity, present)) };
  });
  return finish(identity, account, session);
}

/** Changes the password, ends every sign-in so far and answers a new one. Throws USER_NOT_FOUND. */
export async function changePassword(
  { db, identity }: Parts,
  uid: string,
  passwordHash: string,
): Promise<SignIn> {
  const { account, ...session } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, uid);
    if (!present) throw new IdentityRefusal("USER_NOT_FOUND");
    // Whole seconds: a sign-in of this very second has to end too, so the line is drawn at the next one.
    const validSince = Math.max(present.validSince, Math.floor(identity.now() / 1000)) + 1;
    await setPassword(tx, uid, passwordHash, validSince);
    const changed = { ...present, passwordHash, validSince };
    return { account: changed, ...(await open(tx, identity, changed)) };
  });
  identity.standings.forget(uid);
  return finish(identity, account, session);
}

/** Removes the account with all its sign-ins. */
export async function removeAccount({ db, identity }: Parts, uid: string): Promise<void> {
  await db.transaction((tx) => deleteAccount(tx, uid));
  identity.standings.forget(uid);
}

/**
 * A new ID token for a refresh token, which stays as it is: page and worker refresh separately. Throws
 * INVALID_REFRESH_TOKEN, USER_DISABLED or TOKEN_EXPIRED, all of them final.
 */
export async function refreshSession(
  { db, identity }: Parts,
  refreshToken: string,
): Promise<SignIn> {
  const session = await findSession(db, hashRefreshToken(refreshToken));
  if (!session) throw new IdentityRefusal("INVALID_REFRESH_TOKEN");
  if (session.disabled) throw new IdentityRefusal("USER_DISABLED");
  if (session.authTime < session.validSince) throw new IdentityRefusal("TOKEN_EXPIRED");
  const idToken = await issueIdToken(identity, subjectOf(session, session.authTime));
  return { account: session, idToken, refreshToken };
}

interface Opened {
  refreshToken: string;
  authTime: number;
}

async function open(tx: Queryable, identity: IdentityProvider, account: Account): Promise<Opened> {
  const now = identity.now();
  const refreshToken = makeRefreshToken();
  const authTime = Math.max(account.validSince, Math.floor(now / 1000));
  await addSession(tx, { hash: hashRefreshToken(refreshToken), uid: account.uid, authTime, now });
  return { refreshToken, authTime };
}

async function finish(
  identity: IdentityProvider,
  account: Account,
  session: Opened,
): Promise<SignIn> {
  const idToken = await issueIdToken(identity, subjectOf(account, session.authTime));
  return { account, idToken, refreshToken: session.refreshToken };
}
