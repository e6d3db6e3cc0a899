/** Profiles in the database. */
import * as v from "valibot";
import { cutText } from "../../contract/rules/cut-text.ts";
import { foldCase } from "../../contract/rules/fold-case.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import type { TokenClaims } from "../http/bearer.ts";
import { HttpProblem } from "../http/problem.ts";
import { changeImage } from "../media/claim-upload.ts";

/** A row of `users`. */
export const Profile = v.object({
  uid: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  artist: v.boolean(),
  newsletter: v.boolean(),
  /** Asset id of the picture. */
  profile_image: v.nullable(v.string()),
});
export type Profile = v.InferOutput<typeof Profile>;

const columns = "uid, first_name, last_name, email, artist, newsletter, profile_image";

/** Joins first and last name. */
export const userNameOf = (firstName: string, lastName: string) => `${firstName} ${lastName}`.trim();

export async function readProfile(db: Queryable, uid: string): Promise<Profile | undefined> {
  const [row] = await readRows(db, Profile, `select ${columns} from users where uid = $1`, [uid]);
  return row;
}

/**
 * Reads the writing user's profile and locks it until the transaction ends. This serializes a user's writes, so that
 * list positions stay unique and plays are counted once. Other users may follow them meanwhile.
 * Lock order: user, playlist, song; several of one kind in the order of their ids.
 */
export async function lockProfile(tx: Queryable, uid: string): Promise<Profile | undefined> {
  const [row] = await readRows(tx, Profile, `select ${columns} from users where uid = $1 for no key update`, [uid]);
  return row;
}

interface NewProfile {
  uid: string;
  firstName: string;
  lastName: string;
  email: string;
  /** When the provider issued the token with this email, seconds since the epoch. */
  issuedAt: number;
  artist: boolean;
  newsletter: boolean;
}

/** Compatible letters fold to up to 18 each, and the name stands in a cursor (11.14). */
const longestFolded = 500;

/** The name as lists are sorted by it and as it is found. */
export const foldName = (first: string, last: string): string =>
  cutText(foldCase(userNameOf(first, last)), longestFolded);

/** Inserts the profile unless it exists; returns whether it did. */
export async function insertProfile(db: Queryable, profile: NewProfile, nowMs: number): Promise<boolean> {
  const { uid, firstName, lastName, email, issuedAt, artist, newsletter } = profile;
  const folded = foldName(firstName, lastName);
  const rows = await db.query(
    `insert into users (uid, first_name, last_name, email, email_at, artist, newsletter, folded_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning uid`,
    [uid, firstName, lastName, email, issuedAt * 1000, artist, newsletter, folded, nowMs],
  );
  return rows.length > 0;
}

/** A new sign-in's token is up to a second ahead (specification 2.27), and another provider's clock may be a little. */
const clockDifferenceMs = 60_000;

/**
 * Stores the email of a token, unless a newer token has set another: one that is further ahead than clocks differ is from
 * before the clock was set back, and does not count. Returns the updated profile; undefined without a profile.
 */
export async function updateEmail(
  db: Queryable,
  { uid, email, issuedAt }: TokenClaims,
  nowMs: number,
): Promise<Profile | undefined> {
  const hasNewer = "email_at > $3 and email_at <= $4";
  const [row] = await readRows(
    db,
    Profile,
    `update users set email = case when ${hasNewer} then email else $2 end,
       email_at = case when ${hasNewer} then email_at else $3 end
     where uid = $1 returning ${columns}`,
    [uid, email, issuedAt * 1000, nowMs + clockDifferenceMs],
  );
  return row;
}

interface ProfileChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** URL of the picture; `changeImage` defines null and undefined. */
  profileImage?: string | null | undefined;
}

/** Returns the assets that are no longer used. Throws HttpProblem `upload-not-found` or `no-profile`. */
export async function editProfile(
  tx: Queryable,
  uid: string,
  { firstName, lastName, profileImage }: ProfileChange,
): Promise<string[]> {
  const profile = await lockProfile(tx, uid);
  if (!profile) throw new HttpProblem("no-profile");
  const first = firstName ?? profile.first_name;
  const last = lastName ?? profile.last_name;
  const { image, released } = await changeImage(tx, profile.profile_image, profileImage, {
    uid,
    by: uid,
  });
  await tx.query(
    "update users set first_name = $2, last_name = $3, folded_name = $4, profile_image = $5 where uid = $1",
    [uid, first, last, foldName(first, last), image],
  );
  return released;
}
