/** Codes that mails carry: random, kept as hashes, good once and for a while (specification 16.24). */
import { createHash, randomBytes } from "node:crypto";
import type { Database, Queryable } from "../db/database.ts";
import { IdentityError } from "./identity-error.ts";
import { findByUid, lockAccount, type Account } from "./account-rows.ts";

/** As the package names them. */
export type CodeKind = "PASSWORD_RESET" | "VERIFY_EMAIL" | "VERIFY_AND_CHANGE_EMAIL";

export interface Code {
  kind: CodeKind;
  newEmail: string | null;
  /** The sign-in that asked for the change of email. */
  session: string | null;
}

interface Row extends Code {
  uid: string;
  expiresAt: number;
}

const columns = `uid, kind, new_email as "newEmail", session, expires_at as "expiresAt"`;

const minute = 60_000;
const lifeMs: Record<CodeKind, number> = {
  PASSWORD_RESET: 60 * minute,
  VERIFY_EMAIL: 24 * 60 * minute,
  VERIFY_AND_CHANGE_EMAIL: 24 * 60 * minute,
};
/** Of one kind for one account: a person who is impatient may use any of the last mails. */
const codesAtMost = 5;
/** One that has expired is told from a wrong one for this long. */
const rememberedMs = 7 * 24 * 60 * minute;

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

interface Parts {
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Makes a code and answers it: 256 random bits. */
export async function makeCode({ db, now }: Parts, uid: string, code: Code): Promise<string> {
  const text = randomBytes(32).toString("base64url");
  const { kind, newEmail, session } = code;
  const created = now();
  await db.transaction(async (tx) => {
    // With the account held it cannot go, or change its password, between the two.
    await lockAccount(tx, uid);
    await tx.query(
      `insert into codes (hash, uid, kind, new_email, session, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [hashOf(text), uid, kind, newEmail, session, created, created + lifeMs[kind]],
    );
    await tx.query(
      `delete from codes where uid = $1 and kind = $2 and hash not in
         (select hash from codes where uid = $1 and kind = $2 order by created_at desc, hash limit ${codesAtMost})`,
      [uid, kind],
    );
  });
  return text;
}

/** The code and its account, unused. Throws INVALID_OOB_CODE, EXPIRED_OOB_CODE or USER_DISABLED. */
export async function findCode({ db, now }: Parts, text: string): Promise<Code & { account: Account }> {
  const [row] = await db.query<Row>(`select ${columns} from codes where hash = $1`, [hashOf(text)]);
  const account = row && (await findByUid(db, row.uid));
  return { ...check(row, account, now), account: requireAccount(account) };
}

/**
 * Uses the code up in the transaction that does what it is good for. Throws as `findCode`, also when another request
 * was first.
 */
export function redeemCode<T>(
  { db, now }: Parts,
  text: string,
  work: (tx: Queryable, account: Account, code: Code) => Promise<T>,
): Promise<T> {
  const hash = hashOf(text);
  return db.transaction(async (tx) => {
    const [seen] = await tx.query<Row>(`select ${columns} from codes where hash = $1`, [hash]);
    // The account first, as all changes of an account do: two that wait for each other would not end.
    const account = seen && (await lockAccount(tx, seen.uid));
    const [row] = await tx.query<Row>(`delete from codes where hash = $1 returning ${columns}`, [hash]);
    return work(tx, requireAccount(account), check(row, account, now));
  });
}

function check(row: Row | undefined, account: Account | undefined, now: () => number): Code {
  if (!row || !account) throw new IdentityError("INVALID_OOB_CODE");
  if (row.expiresAt <= now()) throw new IdentityError("EXPIRED_OOB_CODE");
  if (account.disabled) throw new IdentityError("USER_DISABLED");
  return row;
}

function requireAccount(account: Account | undefined): Account {
  if (!account) throw new IdentityError("INVALID_OOB_CODE");
  return account;
}

/** Removes codes that expired long ago. */
export async function forgetCodes(db: Queryable, now: number): Promise<void> {
  await db.query("delete from codes where expires_at < $1", [now - rememberedMs]);
}
