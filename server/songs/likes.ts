/** Likes: separate calls set and remove them; a toggle would break repeated or late requests. */
import * as v from "valibot";
import { changeCount, countOf } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { visibleSong } from "./visible-song.ts";

const LikeState = v.object({
  _id: v.string(),
  liked: v.boolean(),
  likes: v.number(),
});
type LikeState = v.InferOutput<typeof LikeState>;

/** Puts the like first in the favourites. Throws HttpProblem `not-found` for a song that the user may not see. */
export async function likeSong(db: Queryable, uid: string, songId: string, nowMs: number): Promise<LikeState> {
  // Locks the song: a concurrent edit that hides it waits, and then removes this like.
  const made = await db.query(
    `insert into likes (uid, song_id, position, created_at)
     select $1, s.id, (select coalesce(min(position), 0) - 1 from likes where uid = $1), $3
     from songs s where s.id = $2 and ${visibleSong} for key share of s on conflict do nothing returning uid`,
    [uid, songId, nowMs],
  );
  await changeCount(db, "like", songId, made.length);
  const state = await readState(db, uid, songId);
  if (!state) throw new HttpProblem("not-found");
  return state;
}

/** Idempotent: a missing or hidden song returns 0 likes. */
export async function cancelLike(db: Queryable, uid: string, songId: string): Promise<LikeState> {
  const gone = await db.query("delete from likes where uid = $1 and song_id = $2 returning uid", [uid, songId]);
  await changeCount(db, "like", songId, -gone.length);
  return (await readState(db, uid, songId)) ?? { _id: songId, liked: false, likes: 0 };
}

async function readState(db: Queryable, uid: string, songId: string): Promise<LikeState | undefined> {
  const [row] = await readRows(
    db,
    LikeState,
    `select s.id as "_id", exists (select 1 from likes l where l.song_id = s.id and l.uid = $1) as liked,
       ${countOf("like", "s")} as likes
     from songs s where s.id = $2 and ${visibleSong}`,
    [uid, songId],
  );
  return row;
}
