/** Profiles in the database. */
import type { Queryable } from "../db/database.ts";

/** A row of `users`. */
export interface Profile {
  uid: string;
  first_name: string;
  last_name: string;
  email: string;
  artist: boolean;
  newsletter: boolean;
  /** Asset of the picture. */
  profile_image: string | null;
}

const columns = "uid, first_name, last_name, email, artist, newsletter, profile_image";

export async function readProfile(db: Queryable, uid: string): Promise<Profile | undefined> {
  const [row] = await db.query<Profile>(`select ${columns} from users where uid = $1`, [uid]);
  return row;
}

export interface NewProfile {
  uid: string;
  firstName: string;
  lastName: string;
  email: string;
  artist: boolean;
  newsletter: boolean;
}

/** Makes the profile unless there is one; tells whether it did. */
export async function insertProfile(
  db: Queryable,
  profile: NewProfile,
  nowMs: number,
): Promise<boolean> {
  const { uid, firstName, lastName, email, artist, newsletter } = profile;
  const rows = await db.query(
    `insert into users (uid, first_name, last_name, email, artist, newsletter, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning uid`,
    [uid, firstName, lastName, email, artist, newsletter, nowMs],
  );
  return rows.length > 0;
}

/** Takes over the email of a token; undefined without a profile. */
export async function updateEmail(
  db: Queryable,
  uid: string,
  email: string,
): Promise<Profile | undefined> {
  const [row] = await db.query<Profile>(
    `update users set email = $2 where uid = $1 returning ${columns}`,
    [uid, email],
  );
  return row;
}
