/** Profiles as other users see them, with exact counts and the newest followers. */
import * as v from "valibot";
import { maxFollowedBy } from "../../contract/rules/limits.ts";
import { countOf } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { bestMatches, type SearchText } from "../db/search-text.ts";
import { sqlLimit } from "../db/sql-limit.ts";
import { readNameCursor, toPage, type NamePlace } from "../http/cursor.ts";
import { HttpProblem } from "../http/problem.ts";
import { colorOf } from "../media/asset-rows.ts";
import type { PageQuery } from "../songs/song-lists.ts";
import { Profile } from "./profile-rows.ts";

/** A person as a list or a search shows them. */
export const ListedPerson = v.object({
  ...Profile.entries,
  folded_name: v.string(),
  color: v.nullable(v.string()),
  followers: v.number(),
  following: v.number(),
});
export type ListedPerson = v.InferOutput<typeof ListedPerson>;

export const Person = v.object({
  ...ListedPerson.entries,
  /** Newest first. */
  followed_by: v.array(v.string()),
  /** Whether the viewer follows this person. */
  followed: v.boolean(),
});
export type Person = v.InferOutput<typeof Person>;

const listed = `u.uid, u.first_name, u.last_name, u.email, u.artist, u.newsletter, u.profile_image, u.folded_name,
  ${colorOf("u.profile_image")} as color,
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
  const [row] = await readRows(db, Person, `select ${columns} from users u where u.uid = $2`, [viewer, uid]);
  if (!row) throw new HttpProblem("not-found");
  return row;
}

/** Artists, sorted by name. */
export async function pageOfArtists(db: Queryable, query: PageQuery) {
  const [name, uid] = readNameCursor(query.cursor) ?? ["", ""];
  const rows = await readRows(
    db,
    ListedPerson,
    `select ${listed} from users u where u.artist and (u.folded_name, u.uid) > ($1, $2)
     order by u.folded_name, u.uid ${sqlLimit("$3")}`,
    [name, uid, query.limit + 1],
  );
  return toPage(rows, query.limit, (row): NamePlace => [row.folded_name, row.uid]);
}

/** Artists whose name contains the text, the best matches first, and these by name. */
export const findArtists = (db: Queryable, text: SearchText, limit: number) =>
  readRows(
    db,
    ListedPerson,
    `select ${listed}
     from ${bestMatches({
       table: "users u",
       id: "u.uid",
       column: "u.folded_name",
       where: "u.artist",
       order: "u.folded_name, u.uid",
       text: ["$1", "$2", "$3", "$4"],
       limit: "$5",
     })}`,
    [...text, limit],
  );
