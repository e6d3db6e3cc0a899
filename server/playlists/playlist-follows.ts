/** Follows of playlists: separate calls set and remove a follow, never toggle it. */
import * as v from "valibot";
import { changeCount } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { visiblePlaylist } from "./visible-playlist.ts";
import { readPlaylist } from "./playlist-lists.ts";

interface FollowState {
  _id: string;
  followed: boolean;
  followers: number;
}

/** Puts the follow first. Throws HttpProblem `not-found` or `own-playlist`. */
export async function followPlaylist(tx: Queryable, uid: string, id: string, nowMs: number): Promise<FollowState> {
  await requireForeignPlaylist(tx, uid, id);
  const made = await tx.query(
    `insert into playlist_follows (uid, playlist_id, position, created_at)
     values ($1, $2, (select coalesce(min(position), 0) - 1 from playlist_follows where uid = $1), $3)
     on conflict do nothing returning uid`,
    [uid, id, nowMs],
  );
  await changeCount(tx, "playlist-follower", id, made.length);
  return readState(tx, uid, id);
}

/** Throws the same errors as `followPlaylist`. */
export async function cancelFollow(tx: Queryable, uid: string, id: string): Promise<FollowState> {
  await requireForeignPlaylist(tx, uid, id);
  const gone = await tx.query("delete from playlist_follows where uid = $1 and playlist_id = $2 returning uid", [
    uid,
    id,
  ]);
  await changeCount(tx, "playlist-follower", id, -gone.length);
  return readState(tx, uid, id);
}

/** Locks the playlist: a concurrent edit that hides it waits, and then removes this follow too. */
async function requireForeignPlaylist(tx: Queryable, uid: string, id: string): Promise<void> {
  const [playlist] = await readRows(
    tx,
    v.object({ owner: v.string() }),
    `select p.owner from playlists p where p.id = $2 and ${visiblePlaylist} for key share`,
    [uid, id],
  );
  if (!playlist) throw new HttpProblem("not-found");
  if (playlist.owner === uid) throw new HttpProblem("own-playlist");
}

async function readState(tx: Queryable, uid: string, id: string): Promise<FollowState> {
  const { followed, followers } = await readPlaylist(tx, uid, id);
  return { _id: id, followed, followers };
}

/** Deletes all follows of these playlists, whose rows the caller has locked. */
export async function removeFollows(tx: Queryable, ids: readonly string[]): Promise<void> {
  const these = JSON.stringify(ids);
  const gone = await readRows(
    tx,
    v.object({ id: v.string() }),
    `delete from playlist_follows where playlist_id in (select value from json_array_elements_text($1::json))
     returning playlist_id as id`,
    [these],
  );
  const counts = new Map<string, number>();
  for (const { id } of gone) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [id, count] of counts) await changeCount(tx, "playlist-follower", id, -count);
}
