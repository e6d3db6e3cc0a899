/** Profiles as other users see them, with exact counts and the newest followers. */
import { maxFollowedBy } from "../../contract/rules/limits.ts";
import { countOf } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { sqlLimit } from "../db/sql-limit.ts";
import { readNameCursor, toPage, type NamePlace } from "../http/cursor.ts";
import { HttpProblem } from "../http/problem.ts";
import type { PageQuery } from "../songs/song-lists.ts";
import type { Profile } from "./profile-rows.ts";

/** A person as a list or a search shows them. */
export interface ListedPerson extends Profile {
  folded_name: string;
  followers: number;
  following: number;
}

export interface Person extends ListedPerson {
  /** Newest first. */
  followed_by: string[];
  /** Whether the viewer follows this person. */
  followed: boolean;
}

const listed = `u.uid, u.first_name, u.last_name, u.email, u.artist, u.newsletter, u.profile_image, u.folded_name,
  ${countOf("follower", "u")} as followers,
  (select count(*) from user_follows g where g.uid = u.uid) as following`;

/** `$1` is the viewer. */
const columns = `${listed},
  coalesce((select json_agg(f.uid order by f.created_at desc, f.uid) from
    (select g.uid, g.created_at from user_follows g where g.followed = u.uid
     order by g.created_at desc, g.uid limit ${maxFollowedBy}) f), '[]'::json) as followed_by,
  (select g.uid from user_follows g where g.followed = u.uid and g.uid = $1) is not null as followed`;

/** Throws HttpProblem `not-found`. */
export async function readPerson(db: Queryable, viewer: string, uid: string): Promise<Person> {
  const [row] = await db.query<Person>(`select ${columns} from users u where u.uid = $2`, [viewer, uid]);
  if (!row) throw new HttpProblem("not-found");
  return row;
}

/** Artists, sorted by name. */
export async function pageOfArtists(db: Queryable, query: PageQuery) {
  const [name, uid] = readNameCursor(query.cursor) ?? ["", ""];
  const rows = await db.query<ListedPerson>(
    `select ${listed} from users u where u.artist and (u.folded_name, u.uid) > ($1, $2)
     order by u.folded_name, u.uid ${sqlLimit("$3")}`,
    [name, uid, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): NamePlace => [row.folded_name, row.uid]);
}

/** Artists whose folded name matches the LIKE `pattern`. */
export const findArtists = (db: Queryable, pattern: string, limit: number) =>
  db.query<ListedPerson>(
    `select ${listed} from users u where u.artist and u.folded_name like $1
     order by u.folded_name, u.uid limit $2`,
    [pattern, limit],
  );
