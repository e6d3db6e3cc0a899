/** Codes in mailed links: random, stored as hashes, valid once and for a limited time (specification 16.24). */
import { createHash, randomBytes } from "node:crypto";
import * as v from "valibot";
import type { Database, Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { IdentityError } from "./identity-error.ts";
import { findByUid, lockAccount, type Account } from "./account-rows.ts";

/** The `firebase` package's names. */
const CodeKind = v.picklist(["PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"]);
type CodeKind = v.InferOutput<typeof CodeKind>;

const Code = v.object({
  kind: CodeKind,
  newEmail: v.nullable(v.string()),
  /** The sign-in that requested the change of email. */
  session: v.nullable(v.string()),
});
type Code = v.InferOutput<typeof Code>;

const Row = v.object({
  ...Code.entries,
  uid: v.string(),
  expiresAt: v.number(),
});
type Row = v.InferOutput<typeof Row>;

const columns = `uid, kind, new_email as "newEmail", session, expires_at as "expiresAt"`;

const minute = 60_000;
const lifeMs: Record<CodeKind, number> = {
  PASSWORD_RESET: 60 * minute,
  VERIFY_EMAIL: 24 * 60 * minute,
  VERIFY_AND_CHANGE_EMAIL: 24 * 60 * minute,
};
/** Per kind and account: an impatient person may use any of the last mails. */
const maxCodes = 5;
/** For this long an expired code gets another error than a wrong one. */
const retentionMs = 7 * 24 * 60 * minute;

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

interface Parts {
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Creates a code and returns it: 256 random bits. Returns undefined where the account was changed after it was read: what
 * was asked for before a change is void, as earlier codes are.
 */
export async function makeCode(
  { db, now }: Parts,
  { uid, validSince }: Pick<Account, "uid" | "validSince">,
  code: Code,
): Promise<string | undefined> {
  const text = randomBytes(32).toString("base64url");
  const { kind, newEmail, session } = code;
  const created = now();
  return db.transaction(async (tx) => {
    // Prevents a deletion or password change between the statements.
    const present = await lockAccount(tx, uid);
    if (present !== undefined && present.validSince !== validSince) return undefined;
    // Behind every other of the account's, also where the clock was set back.
    await tx.query(
      `insert into codes (hash, uid, kind, new_email, session, created_at, expires_at)
       values ($1, $2, $3, $4, $5, greatest($6::bigint, (select max(created_at) + 1 from codes where uid = $2 and kind = $3)), $7)`,
      [hashOf(text), uid, kind, newEmail, session, created, created + lifeMs[kind]],
    );
    await tx.query(
      `delete from codes where uid = $1 and kind = $2 and hash not in
         (select hash from codes where uid = $1 and kind = $2 order by created_at desc, hash limit ${maxCodes})`,
      [uid, kind],
    );
    // Each request is preceded by a new sign-in: whichever of these mails is used, the last one stays (specification 2.27).
    await tx.query("update codes set session = $4 where uid = $1 and kind = $2 and new_email = $3", [
      uid,
      kind,
      newEmail,
      session,
    ]);
    return text;
  });
}

/** Finds the code and its account without using it. Throws INVALID_OOB_CODE, EXPIRED_OOB_CODE or USER_DISABLED. */
export async function findCode({ db, now }: Parts, text: string): Promise<Code & { account: Account }> {
  const [row] = await readRows(db, Row, `select ${columns} from codes where hash = $1`, [hashOf(text)]);
  const account = row && (await findByUid(db, row.uid));
  return { ...check(row, account, now), account: requireAccount(account) };
}

/**
 * Uses the code in the transaction that applies it. Throws the same errors as `findCode`, also when another request has
 * used it first.
 */
export function redeemCode<T>(
  { db, now }: Parts,
  text: string,
  work: (tx: Queryable, account: Account, code: Code) => Promise<T>,
): Promise<T> {
  const hash = hashOf(text);
  return db.transaction(async (tx) => {
    const [seen] = await readRows(tx, Row, `select ${columns} from codes where hash = $1`, [hash]);
    // Locks the account first, like every account change, to avoid deadlocks.
    const account = seen && (await lockAccount(tx, seen.uid));
    const [row] = await readRows(tx, Row, `delete from codes where hash = $1 returning ${columns}`, [hash]);
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

/** Deletes codes that expired long ago. */
export async function forgetCodes(db: Queryable, now: number): Promise<void> {
  await db.query("delete from codes where expires_at < $1", [now - retentionMs]);
}
