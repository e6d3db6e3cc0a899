/** Starts and refreshes sign-ins; account changes end all others (specification 16.11). */
import type { Database, Queryable } from "../db/database.ts";
import { sqlState } from "../db/sql-state.ts";
import type { TokenClaims } from "../http/bearer.ts";
import { removeUser } from "../users/delete-user.ts";
import type { IdentityProvider } from "./provider.ts";
import { IdentityError } from "./identity-error.ts";
import {
  addSession,
  deleteAccount,
  findByEmail,
  findSession,
  isOfDeletedAccount,
  lockAccount,
  saveAccount,
  touchSession,
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

interface SignIn {
  account: Account;
  idToken: string;
  refreshToken: string;
}

/** The members that the package reads in every sign-in response. */
export const signInResponse = ({ account, idToken, refreshToken }: SignIn) => ({
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

const subjectOf = (account: Account, { refreshToken, authTime }: NewSession): TokenSubject => ({
  uid: account.uid,
  email: account.email,
  emailVerified: account.emailVerified,
  validSince: account.validSince,
  authTime,
  session: sessionOf(hashRefreshToken(refreshToken)),
  provider: account.passwordHash === null ? "google.com" : "password",
});

/**
 * Signs in to an account after the password check. Throws INVALID_LOGIN_CREDENTIALS when email or password changed
 * during the check, USER_DISABLED for a disabled account.
 */
export async function startSession({ db, identity }: Parts, checked: Account): Promise<SignIn> {
  const { account, ...session } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, checked.uid);
    // Not the hash: another sign-in may have renewed that, which changes nothing (specification 16.10).
    const isSame = present?.validSince === checked.validSince && present.email === checked.email;
    if (!present || !isSame) {
      throw new IdentityError("INVALID_LOGIN_CREDENTIALS");
    }
    if (present.disabled) throw new IdentityError("USER_DISABLED");
    return { account: present, ...(await createSession(tx, identity, present)) };
  });
  return issueTokens(identity, account, session);
}

/** The changed members. Every change ends all earlier sign-ins (specification 2.27). */
type AccountChange = Partial<Pick<Account, "passwordHash" | "email" | "emailVerified">>;

/**
 * Changes an account that the transaction has locked. Call `announceEnd` after the commit. Throws EMAIL_EXISTS.
 * @param keptSession the one sign-in that stays valid, because it requested this change by mail
 */
export async function changeAccount(
  tx: Queryable,
  identity: IdentityProvider,
  present: Account,
  change: AccountChange,
  keptSession: string | null = null,
): Promise<Account> {
  // Whole seconds: sign-ins of the current second must end too, so validity starts with the next second.
  const validSince = Math.max(present.validSince, Math.floor(identity.now() / 1000)) + 1;
  const changed = { ...present, ...change, validSince, keptSession };
  if (changed.email !== present.email && (await findByEmail(tx, changed.email)))
    throw new IdentityError("EMAIL_EXISTS");
  await saveAccount(tx, changed);
  return changed;
}

/** Who asks for a change of their own account. */
type Owner = Pick<TokenClaims, "uid" | "authTime" | "session">;

/**
 * Locks the account. Throws TOKEN_EXPIRED where another change has ended the sign-in since its token was read: else a
 * password that took its time would undo a reset.
 */
async function lockOwnAccount(tx: Queryable, { uid, authTime, session }: Owner): Promise<Account | undefined> {
  const present = await lockAccount(tx, uid);
  if (present && hasEnded(authTime, session, present)) throw new IdentityError("TOKEN_EXPIRED");
  return present;
}

/** Changes an account for its owner and signs them in again. Throws USER_NOT_FOUND, TOKEN_EXPIRED or EMAIL_EXISTS. */
export async function changeOwnAccount(
  { db, identity }: Parts,
  owner: Owner,
  change: AccountChange,
): Promise<SignIn & { before: Account }> {
  const { before, account, ...session } = await db
    .transaction(async (tx) => {
      const before = await lockOwnAccount(tx, owner);
      if (!before) throw new IdentityError("USER_NOT_FOUND");
      const account = await changeAccount(tx, identity, before, change);
      return { before, account, ...(await createSession(tx, identity, account)) };
    })
    .catch(rethrowTakenEmail);
  identity.announceEnd(owner.uid);
  return { before, ...(await issueTokens(identity, account, session)) };
}

/** Maps a unique violation to EMAIL_EXISTS: two accounts took one email at the same time. */
export function rethrowTakenEmail(error: unknown): never {
  throw sqlState(error) === "23505" ? new IdentityError("EMAIL_EXISTS") : error;
}

/**
 * Deletes the account with its sign-ins, and the profile with everything in it: nobody else could delete it later. Call
 * `removeFiles` after the commit. Throws TOKEN_EXPIRED.
 * @param by the sign-in that asks for it; with the uid alone it is the operator
 */
export async function removeAccount({ db, identity }: Parts, by: Owner | Pick<Owner, "uid">): Promise<void> {
  const { uid } = by;
  await db.transaction(async (tx) => {
    // A concurrent sign-in or profile creation either finishes first and is deleted too, or finds no account.
    await ("authTime" in by ? lockOwnAccount(tx, by) : lockAccount(tx, uid));
    await removeUser(tx, uid);
    await deleteAccount(tx, uid, identity.now());
  });
  identity.announceEnd(uid);
}

/**
 * Issues a new ID token. The refresh token is not rotated: page and worker refresh separately. Throws USER_DISABLED,
 * USER_NOT_FOUND or TOKEN_EXPIRED, all final. An unknown token counts as expired: over another code the package would retry
 * for ever instead of signing its user out.
 */
export async function refreshSession(
  { db, identity, onError }: Parts & { onError: (error: unknown) => void },
  refreshToken: string,
): Promise<SignIn> {
  const hash = hashRefreshToken(refreshToken);
  const session = await findSession(db, hash);
  if (!session) throw new IdentityError((await isOfDeletedAccount(db, hash)) ? "USER_NOT_FOUND" : "TOKEN_EXPIRED");
  if (session.disabled) throw new IdentityError("USER_DISABLED");
  if (hasEnded(session.authTime, sessionOf(hash), session)) throw new IdentityError("TOKEN_EXPIRED");
  // Not worth a refusal: the disk is full, or the database only reads.
  await touchSession(db, hash, identity.now()).catch(onError);
  return issueTokens(identity, session, { refreshToken, authTime: session.authTime });
}

interface NewSession {
  refreshToken: string;
  authTime: number;
}

async function createSession(tx: Queryable, identity: IdentityProvider, account: Account): Promise<NewSession> {
  const now = identity.now();
  const refreshToken = makeRefreshToken();
  const authTime = Math.max(account.validSince, Math.floor(now / 1000));
  await addSession(tx, { hash: hashRefreshToken(refreshToken), uid: account.uid, authTime, now });
  return { refreshToken, authTime };
}

async function issueTokens(identity: IdentityProvider, account: Account, session: NewSession): Promise<SignIn> {
  const idToken = await issueIdToken(identity, subjectOf(account, session));
  return { account, idToken, refreshToken: session.refreshToken };
}
