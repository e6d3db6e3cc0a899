/** An account's end: everything of that user goes in one transaction (specification 2.28, 13.2). */
import { countKinds, dropChanges, removeCounted } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { removePlaylists } from "../playlists/delete-playlist.ts";
import { removeSongs } from "../songs/delete-song.ts";

/** Throws nothing of its own. Files are marked as free; `collectGarbage` removes them after the commit. */
export async function removeUser(tx: Queryable, uid: string): Promise<void> {
  // Nobody refers to the user any more from here on: a follow that comes now waits, and then finds nobody.
  await tx.query("select uid from users where uid = $1 for update", [uid]);
  const playlists = "select id from playlists where owner = $1 order by id for update";
  await removePlaylists(tx, await idsOf(tx, playlists, uid));
  const songs = "select id from songs where owner = $1 order by id for update";
  await removeSongs(tx, await idsOf(tx, songs, uid));
  for (const kind of countKinds) await removeCounted(tx, kind, uid);
  // A new profile of the same uid begins at nought.
  await dropChanges(tx, ["follower"], [uid]);
  for (const statement of [
    "delete from user_follows where followed = $1",
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
