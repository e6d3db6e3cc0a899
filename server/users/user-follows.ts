/** Users who follow users: separate calls set and remove a follow, never toggle it. */
import * as v from "valibot";
import { changeCount } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { readPerson } from "./people.ts";

interface FollowState {
  _id: string;
  followed: boolean;
  followers: number;
}

/** Throws HttpProblem `cannot-follow-yourself`, or `not-found` for a missing user. */
export async function followUser(tx: Queryable, uid: string, followed: string, nowMs: number): Promise<FollowState> {
  refuseSelf(uid, followed);
  const made = await tx.query(
    `insert into user_follows (uid, followed, position, created_at)
     select $1, u.uid, (select coalesce(min(position), 0) - 1 from user_follows where uid = $1), $3
     from users u where u.uid = $2 for key share of u on conflict do nothing returning uid`,
    [uid, followed, nowMs],
  );
  await changeCount(tx, "follower", followed, made.length);
  return readState(tx, uid, followed);
}

/** Throws the same errors as `followUser`. */
export async function cancelFollow(tx: Queryable, uid: string, followed: string): Promise<FollowState> {
  refuseSelf(uid, followed);
  const gone = await tx.query("delete from user_follows where uid = $1 and followed = $2 returning uid", [
    uid,
    followed,
  ]);
  await changeCount(tx, "follower", followed, -gone.length);
  return readState(tx, uid, followed);
}

function refuseSelf(uid: string, followed: string): void {
  if (uid === followed) throw new HttpProblem("cannot-follow-yourself");
}

async function readState(tx: Queryable, uid: string, followed: string): Promise<FollowState> {
  const person = await readPerson(tx, uid, followed);
  return { _id: followed, followed: person.followed, followers: person.followers };
}

/** Returns the uids that the user follows, newest first. */
export async function listFollowing(db: Queryable, uid: string): Promise<string[]> {
  const rows = await readRows(
    db,
    v.object({ followed: v.string() }),
    "select followed from user_follows where uid = $1 order by position, followed",
    [uid],
  );
  return rows.map((row) => row.followed);
}
