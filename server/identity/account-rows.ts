/** SQL of the embedded provider: accounts and their refresh tokens. */
import * as v from "valibot";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { deletionsKeptMs } from "../users/deleted-profiles.ts";
import { Standing } from "./verifier.ts";

export const Account = v.object({
  uid: v.string(),
  /** Lower-cased. */
  email: v.string(),
  /** Null for an account without a password. */
  passwordHash: v.nullable(v.string()),
  emailVerified: v.boolean(),
  /** Seconds since the epoch: earlier sign-ins have ended. */
  validSince: v.number(),
  /** The one earlier sign-in that stays valid. */
  keptSession: v.nullable(v.string()),
  disabled: v.boolean(),
  /** Milliseconds since the epoch. */
  createdAt: v.number(),
  lastLoginAt: v.nullable(v.number()),
});
export type Account = v.InferOutput<typeof Account>;

const columns = `uid, email, password_hash as "passwordHash", email_verified as "emailVerified",
  valid_since as "validSince", kept_session as "keptSession", disabled, created_at as "createdAt", last_login_at as "lastLoginAt"`;

/** One per device; beyond this the account's sign-ins end that were not used for the longest. */
const maxSessions = 100;

/** Returns false when another account has the email. */
export async function insertAccount(db: Queryable, account: Account): Promise<boolean> {
  const rows = await db.query(
    `insert into accounts (uid, email, password_hash, email_verified, valid_since, disabled, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (email) do nothing returning uid`,
    [
      account.uid,
      account.email,
      account.passwordHash,
      account.emailVerified,
      account.validSince,
      account.disabled,
      account.createdAt,
    ],
  );
  return rows.length === 1;
}

export async function findByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  return (await readRows(db, Account, `select ${columns} from accounts where email = $1`, [email]))[0];
}

export async function findByUid(db: Queryable, uid: string): Promise<Account | undefined> {
  return (await readRows(db, Account, `select ${columns} from accounts where uid = $1`, [uid]))[0];
}

/** Locks the account until the transaction ends, which serializes sign-ins and password changes. */
export async function lockAccount(tx: Queryable, uid: string): Promise<Account | undefined> {
  return (await readRows(tx, Account, `select ${columns} from accounts where uid = $1 for update`, [uid]))[0];
}

/** Prevents the account's deletion until the transaction ends; returns whether it exists. */
export async function lockAgainstDeletion(tx: Queryable, uid: string): Promise<boolean> {
  const rows = await tx.query("select uid from accounts where uid = $1 for key share", [uid]);
  return rows.length === 1;
}

export async function readStanding(db: Queryable, uid: string): Promise<Standing | undefined> {
  const rows = await readRows(
    db,
    Standing,
    `select valid_since as "validSince", kept_session as "keptSession", disabled from accounts where uid = $1`,
    [uid],
  );
  return rows[0];
}

/** Behind every other use of the account's, also where the clock was set back. */
const lastUse = (uid: string, now: string) =>
  `greatest(${now}::bigint, (select max(created_at) + 1 from refresh_tokens where uid = ${uid}))`;

/** Stores a sign-in's refresh token; `now` in milliseconds, `authTime` in seconds since the epoch. */
export async function addSession(
  tx: Queryable,
  session: { hash: string; uid: string; authTime: number; now: number },
): Promise<void> {
  const { hash, uid, authTime, now } = session;
  await tx.query(
    `insert into refresh_tokens (hash, uid, auth_time, created_at) values ($1, $2, $3, ${lastUse("$2", "$4")})`,
    [hash, uid, authTime, now],
  );
  await tx.query(
    `delete from refresh_tokens where uid = $1 and hash not in
       (select hash from refresh_tokens where uid = $1 order by created_at desc, hash limit ${maxSessions})`,
    [uid],
  );
  await tx.query("update accounts set last_login_at = $2 where uid = $1", [uid, now]);
}

/** Keeps the time of the last use in `created_at`: `auth_time` has that of the sign-in. */
export async function touchSession(db: Queryable, hash: string, now: number): Promise<void> {
  await db.query(`update refresh_tokens used set created_at = ${lastUse("used.uid", "$2")} where hash = $1`, [
    hash,
    now,
  ]);
}

const Session = v.object({
  ...Account.entries,
  /** When it signed in, seconds since the epoch. */
  authTime: v.number(),
});
type Session = v.InferOutput<typeof Session>;

/** Finds the account of a refresh token. */
export async function findSession(db: Queryable, hash: string): Promise<Session | undefined> {
  const rows = await readRows(
    db,
    Session,
    `select ${columns}, auth_time as "authTime" from accounts
     join (select uid as session_uid, auth_time from refresh_tokens where hash = $1) session on session_uid = uid`,
    [hash],
  );
  return rows[0];
}

/** Saves a change, ends every sign-in but the kept one, and invalidates all mailed codes. */
export async function saveAccount(tx: Queryable, account: Account): Promise<void> {
  const { uid, email, passwordHash, emailVerified, validSince, keptSession } = account;
  await tx.query(
    `update accounts set email = $2, password_hash = $3, email_verified = $4, valid_since = $5, kept_session = $6
     where uid = $1`,
    [uid, email, passwordHash, emailVerified, validSince, keptSession],
  );
  await tx.query("delete from refresh_tokens where uid = $1 and ($2::text is null or not starts_with(hash, $2))", [
    uid,
    keptSession,
  ]);
  await tx.query("delete from codes where uid = $1", [uid]);
}

/** Stores another hash of the same password, unless the password has changed meanwhile. */
export async function replaceHash(
  db: Queryable,
  { uid, from, to }: { uid: string; from: string; to: string },
): Promise<void> {
  await db.query("update accounts set password_hash = $3 where uid = $1 and password_hash = $2", [uid, from, to]);
}

export async function setEmailVerified(tx: Queryable, uid: string): Promise<void> {
  await tx.query("update accounts set email_verified = true where uid = $1", [uid]);
}

/** Deletes the account; its devices are still told apart from unknown ones. @param now milliseconds since the epoch */
export async function deleteAccount(tx: Queryable, uid: string, now: number): Promise<void> {
  await tx.query("delete from codes where uid = $1", [uid]);
  await tx.query(
    "insert into deleted_sign_ins (hash, deleted_at) select hash, $2::bigint from refresh_tokens where uid = $1",
    [uid, now],
  );
  await tx.query("delete from refresh_tokens where uid = $1", [uid]);
  await tx.query("delete from accounts where uid = $1", [uid]);
}

/** Whether the refresh token is one of a deleted account. */
export async function isOfDeletedAccount(db: Queryable, hash: string): Promise<boolean> {
  return (await db.query("select hash from deleted_sign_ins where hash = $1", [hash])).length > 0;
}

export async function forgetOldSignIns(db: Queryable, now: number): Promise<void> {
  await db.query("delete from deleted_sign_ins where deleted_at < $1", [now - deletionsKeptMs]);
}
