/** An account's end: everything of that user goes in one transaction (specification 2.28, 13.2). */
import { takeOffEach } from "../counts.ts";
import type { Queryable } from "../db/database.ts";
import { removePlaylists } from "../playlists/remove.ts";
import { removeSongs } from "../songs/remove.ts";
import { lockUser } from "./store.ts";

/** Throws nothing of its own. Files are marked as free; `sweepAssets` removes them after the commit. */
export async function removeUser(tx: Queryable, uid: string): Promise<void> {
  await lockUser(tx, uid);
  await removePlaylists(
    tx,
    await idsOf(tx, "select id from playlists where owner = $1 for update", uid),
  );
  await removeSongs(tx, await idsOf(tx, "select id from songs where owner = $1 for update", uid));
  await takeOffEach(tx, "like", "select song_id as subject from likes where uid = $1", uid);
  await takeOffEach(tx, "play", "select song_id as subject from plays where uid = $1", uid);
  const playlists = "select playlist_id as subject from playlist_follows where uid = $1";
  await takeOffEach(tx, "playlist-follower", playlists, uid);
  const people = "select followed as subject from user_follows where uid = $1";
  await takeOffEach(tx, "follower", people, uid);
  for (const statement of [
    "delete from likes where uid = $1",
    "delete from plays where uid = $1",
    "delete from playlist_follows where uid = $1",
    "delete from user_follows where uid = $1",
    "delete from user_follows where followed = $1",
    // A new profile of the same uid begins at nought.
    "delete from count_changes where kind = 'follower' and subject = $1",
    // All remembered answers but the one to come: that of this call, which has no status yet.
    "delete from idempotency where uid = $1 and status <> 0",
    "update assets set claimed_by = null, created_at = 0 where uid = $1",
    "delete from users where uid = $1",
  ]) {
    await tx.query(statement, [uid]);
  }
}

async function idsOf(tx: Queryable, sql: string, uid: string): Promise<string[]> {
  return (await tx.query<{ id: string }>(sql, [uid])).map(({ id }) => id);
}
