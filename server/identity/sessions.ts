/** Sign-ins: how one begins, goes on by its refresh token, and how a change ends all others (specification 16.9, 16.11). */
import type { Database, Queryable } from "../db/database.ts";
import { sqlState } from "../db/sql-state.ts";
import { removeUser } from "../users/delete-user.ts";
import type { IdentityProvider } from "./provider.ts";
import { IdentityError } from "./identity-error.ts";
import {
  addSession,
  deleteAccount,
  findByEmail,
  findSession,
  lockAccount,
  saveAccount,
  type Account,
} from "./account-rows.ts";
import {
  hashRefreshToken,
  idTokenSeconds,
  issueIdToken,
  makeRefreshToken,
  sessionOf,
  type TokenSubject,
} from "./tokens.ts";
import { hasEnded } from "./verifier.ts";

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

const subjectOf = (account: Account, { refreshToken, authTime }: Opened): TokenSubject => ({
  uid: account.uid,
  email: account.email,
  emailVerified: account.emailVerified,
  authTime,
  session: sessionOf(hashRefreshToken(refreshToken)),
  provider: account.passwordHash === null ? "google.com" : "password",
});

/**
 * Signs in to an account whose password was checked. Throws INVALID_LOGIN_CREDENTIALS when email or password were
 * changed while it was being checked, USER_DISABLED for a disabled account.
 */
export async function startSession({ db, identity }: Parts, checked: Account): Promise<SignIn> {
  const { account, ...session } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, checked.uid);
    const isSame = present?.passwordHash === checked.passwordHash && present.email === checked.email;
    if (!present || !isSame) {
      throw new IdentityError("INVALID_LOGIN_CREDENTIALS");
    }
    if (present.disabled) throw new IdentityError("USER_DISABLED");
    return { account: present, ...(await open(tx, identity, present)) };
  });
  return finish(identity, account, session);
}

/** What a change sets. Each change ends every sign-in so far (specification 2.27). */
export type AccountChange = Partial<Pick<Account, "passwordHash" | "email" | "emailVerified">>;

/**
 * Changes an account that the transaction holds. `standings.forget` is due after the commit. Throws EMAIL_EXISTS.
 * @param keptSession the one sign-in that goes on: it asked for this change by mail
 */
export async function changeAccount(
  tx: Queryable,
  identity: IdentityProvider,
  present: Account,
  change: AccountChange,
  keptSession: string | null = null,
): Promise<Account> {
  // Whole seconds: a sign-in of this very second has to end too, so the line is drawn at the next one.
  const validSince = Math.max(present.validSince, Math.floor(identity.now() / 1000)) + 1;
  const changed = { ...present, ...change, validSince, keptSession };
  if (changed.email !== present.email && (await findByEmail(tx, changed.email)))
    throw new IdentityError("EMAIL_EXISTS");
  await saveAccount(tx, changed);
  return changed;
}

/** Changes an account for its owner, who goes on with a new sign-in. Throws USER_NOT_FOUND or EMAIL_EXISTS. */
export async function changeOwnAccount(
  { db, identity }: Parts,
  uid: string,
  change: AccountChange,
): Promise<SignIn & { before: Account }> {
  const { before, account, ...session } = await db
    .transaction(async (tx) => {
      const before = await lockAccount(tx, uid);
      if (!before) throw new IdentityError("USER_NOT_FOUND");
      const account = await changeAccount(tx, identity, before, change);
      return { before, account, ...(await open(tx, identity, account)) };
    })
    .catch(explainTaken);
  identity.standings.forget(uid);
  return { before, ...(await finish(identity, account, session)) };
}

/** Two accounts that take one email at the same moment: the engine tells the later one. */
export function explainTaken(error: unknown): never {
  throw sqlState(error) === "23505" ? new IdentityError("EMAIL_EXISTS") : error;
}

/**
 * Removes the account with all its sign-ins, and the profile with all that is theirs: nobody else could ever remove it.
 * `collectGarbage` is due after the commit.
 */
export async function removeAccount({ db, identity }: Parts, uid: string): Promise<void> {
  await db.transaction(async (tx) => {
    // A sign-in or a profile that is just being made comes before this, and goes with the rest, or finds nobody.
    await lockAccount(tx, uid);
    await removeUser(tx, uid);
    await deleteAccount(tx, uid);
  });
  identity.standings.forget(uid);
}

/**
 * A new ID token for a refresh token, which stays as it is: page and worker refresh separately. Throws USER_DISABLED or
 * TOKEN_EXPIRED, both final. One that is not known is taken for one that has ended: only so the package signs its user
 * out, instead of trying for ever.
 */
export async function refreshSession({ db, identity }: Parts, refreshToken: string): Promise<SignIn> {
  const hash = hashRefreshToken(refreshToken);
  const session = await findSession(db, hash);
  if (!session) throw new IdentityError("TOKEN_EXPIRED");
  if (session.disabled) throw new IdentityError("USER_DISABLED");
  if (hasEnded(session.authTime, sessionOf(hash), session)) throw new IdentityError("TOKEN_EXPIRED");
  return finish(identity, session, { refreshToken, authTime: session.authTime });
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

async function finish(identity: IdentityProvider, account: Account, session: Opened): Promise<SignIn> {
  const idToken = await issueIdToken(identity, subjectOf(account, session));
  return { account, idToken, refreshToken: session.refreshToken };
}
