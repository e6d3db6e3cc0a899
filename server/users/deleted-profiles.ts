/** Remembers deleted profiles whose account at the identity provider may still be there (specification 2.34). */
import type { Queryable } from "../db/database.ts";

/** For how long a deletion is remembered. */
export const deletionsKeptMs = 365 * 24 * 60 * 60 * 1000;

export async function rememberDeleted(tx: Queryable, uid: string, now: number): Promise<void> {
  await tx.query("insert into deleted_profiles (uid, deleted_at) values ($1, $2)", [uid, now]);
}

/** The account is gone too, or has a new profile. */
export async function forgetDeleted(tx: Queryable, uid: string): Promise<void> {
  await tx.query("delete from deleted_profiles where uid = $1", [uid]);
}

export async function wasDeleted(db: Queryable, uid: string): Promise<boolean> {
  return (await db.query("select uid from deleted_profiles where uid = $1", [uid])).length > 0;
}

/** Forgets the profiles that were deleted long ago: a Firebase project does not say when it deletes their accounts. */
export async function forgetOldDeletions(db: Queryable, now: number): Promise<void> {
  await db.query("delete from deleted_profiles where deleted_at < $1", [now - deletionsKeptMs]);
}
