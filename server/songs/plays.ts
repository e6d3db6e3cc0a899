/** Plays that count (specification 13.5). */
import * as v from "valibot";
import { playedWithinMs, playsPerDay } from "../../contract/rules/limits.ts";
import { changeCount } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { visibleSong } from "./visible-song.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Counts a play of a public song unless it is too close to another play of this user, or over the daily limit. The
 * transaction must have locked the user's profile. Throws HttpProblem `not-found` for a song that the user may not see.
 * @param playedAt milliseconds since the epoch, by the device's clock
 */
export async function recordPlay(
  tx: Queryable,
  uid: string,
  songId: string,
  playedAt: number,
  nowMs: number,
): Promise<void> {
  const [song] = await readRows(
    tx,
    v.object({ private: v.boolean(), duration: v.number() }),
    `select s.private, s.duration from songs s where s.id = $2 and ${visibleSong} for key share`,
    [uid, songId],
  );
  if (!song) throw new HttpProblem("not-found");
  if (song.private) return;
  const heard = Math.min(nowMs, Math.max(nowMs - playedWithinMs, playedAt));
  const half = Math.floor((song.duration * 1000) / 2);
  const counted = await tx.query(
    `insert into plays (uid, song_id, played_at, arrived_day)
     select $1, $2, $3::bigint, $4::integer
     where not exists (select 1 from plays where uid = $1 and song_id = $2
         and played_at > $3::bigint - $5::bigint and played_at < $3::bigint + $5::bigint)
       and (select count(*) from plays where uid = $1 and song_id = $2 and arrived_day = $4::integer) < $6::integer
     on conflict do nothing returning uid`,
    [uid, songId, heard, Math.floor(nowMs / dayMs), half, playsPerDay],
  );
  await changeCount(tx, "play", songId, counted.length);
}
