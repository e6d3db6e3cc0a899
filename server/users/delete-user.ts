/** Deletes a profile and everything that belongs to it, in one transaction. */
import * as v from "valibot";
import { countKinds, dropChanges, removeCounted } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { removePlaylists } from "../playlists/delete-playlist.ts";
import { removeSongs } from "../songs/delete-song.ts";

/** Only marks files as unused; `removeFilesOf` removes them after the commit. */
export async function removeUser(tx: Queryable, uid: string): Promise<void> {
  // Locks the user: a concurrent follow waits, and then finds no user.
  await tx.query("select uid from users where uid = $1 for update", [uid]);
  const playlists = "select id from playlists where owner = $1 order by id for update";
  await removePlaylists(tx, await idsOf(tx, playlists, uid));
  const songs = "select id from songs where owner = $1 order by id for update";
  await removeSongs(tx, await idsOf(tx, songs, uid));
  for (const kind of countKinds) await removeCounted(tx, kind, uid);
  tx.invalidate("deliveries");
  for (const statement of [
    "delete from user_follows where followed = $1",
    // All stored responses except that of this request, which has no status yet.
    "delete from idempotency where uid = $1 and status <> 0",
    "update assets set claimed_by = null, released = true where uid = $1",
    "delete from users where uid = $1",
    "delete from deleted_profiles where uid = $1",
  ]) {
    await tx.query(statement, [uid]);
  }
  // A new profile with the same uid starts at zero. Last: the deletes above have waited for an unfollow that was under way,
  // whose change is seen only by then.
  await dropChanges(tx, ["follower"], [uid]);
}

async function idsOf(tx: Queryable, sql: string, uid: string): Promise<string[]> {
  return (await readRows(tx, v.object({ id: v.string() }), sql, [uid])).map(({ id }) => id);
}
