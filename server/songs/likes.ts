/** Likes: set and taken back, never toggled, so that a repeated or late call does no harm (specification 4, 13.3). */
import { changeCount, countOf } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { HttpProblem } from "../http/problem.ts";
import { isVisible } from "./song-lists.ts";

export interface LikeState {
  _id: string;
  liked: boolean;
  likes: number;
}

/** New likes come first. Throws HttpProblem `not-found` for a song the user may not see. */
export async function likeSong(db: Queryable, uid: string, songId: string, nowMs: number): Promise<LikeState> {
  // The song is held as it is until the like is there: whoever hides it meanwhile takes the like away.
  const made = await db.query(
    `insert into likes (uid, song_id, position, created_at)
     select $1, s.id, (select coalesce(min(position), 0) - 1 from likes where uid = $1), $3
     from songs s where s.id = $2 and ${isVisible} for key share of s on conflict do nothing returning uid`,
    [uid, songId, nowMs],
  );
  await changeCount(db, "like", songId, made.length);
  const state = await readState(db, uid, songId);
  if (!state) throw new HttpProblem("not-found");
  return state;
}

/** Also for a song that is gone or hidden: the wish is fulfilled. Such a song tells no count. */
export async function cancelLike(db: Queryable, uid: string, songId: string): Promise<LikeState> {
  const gone = await db.query("delete from likes where uid = $1 and song_id = $2 returning uid", [uid, songId]);
  await changeCount(db, "like", songId, -gone.length);
  return (await readState(db, uid, songId)) ?? { _id: songId, liked: false, likes: 0 };
}

async function readState(db: Queryable, uid: string, songId: string): Promise<LikeState | undefined> {
  const [row] = await db.query<LikeState>(
    `select s.id as "_id", exists (select 1 from likes l where l.song_id = s.id and l.uid = $1) as liked,
       ${countOf("like", "s")} as likes
     from songs s where s.id = $2 and ${isVisible}`,
    [uid, songId],
  );
  return row;
}
