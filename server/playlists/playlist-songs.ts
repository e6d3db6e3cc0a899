/** Adds, removes and orders the songs of a playlist. */
import * as v from "valibot";
import type { OrderChange } from "../../contract/rules/merge-order.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { saveOrder } from "../db/reorder.ts";
import { visibleSong } from "../songs/visible-song.ts";
import { listPlaylistIdsOf, listSongIds } from "./playlist-lists.ts";
import { requirePlaylistOwner } from "./require-playlist-owner.ts";

/**
 * Appends the song. Throws HttpProblem `not-found`, `not-owner`, `already-in-playlist` or
 * `private-song-in-public-playlist`.
 */
export async function addSong(tx: Queryable, owner: string, playlist: string, songId: string): Promise<void> {
  const { private: isPrivate } = await requirePlaylistOwner(tx, owner, playlist);
  const [song] = await readRows(
    tx,
    v.object({ private: v.boolean() }),
    `select s.private from songs s where s.id = $2 and ${visibleSong} for key share`,
    [owner, songId],
  );
  if (!song) throw new HttpProblem("not-found");
  if (song.private && !isPrivate) throw new HttpProblem("private-song-in-public-playlist");
  const made = await tx.query(
    `insert into playlist_songs (playlist_id, song_id, position)
     values ($1, $2, (select coalesce(max(position), 0) + 1 from playlist_songs where playlist_id = $1))
     on conflict do nothing returning song_id`,
    [playlist, songId],
  );
  if (made.length === 0) throw new HttpProblem("already-in-playlist");
}

/** Idempotent: ignores a song that is not in the playlist. Throws HttpProblem `not-found` or `not-owner`. */
export async function removeSong(tx: Queryable, owner: string, playlist: string, songId: string): Promise<void> {
  await requirePlaylistOwner(tx, owner, playlist);
  await tx.query("delete from playlist_songs where playlist_id = $1 and song_id = $2", [playlist, songId]);
}

/** Throws HttpProblem `not-found` or `not-owner`. */
export async function orderSongs(
  tx: Queryable,
  owner: string,
  playlist: string,
  change: OrderChange,
): Promise<string[]> {
  await requirePlaylistOwner(tx, owner, playlist);
  const current = await listSongIds(tx, owner, playlist);
  const table = { table: "playlist_songs", id: "song_id", owner: "playlist_id" } as const;
  return saveOrder(tx, table, playlist, current, change);
}

/** Orders the user's own playlists. The transaction must have locked the user's profile. */
export async function orderPlaylists(tx: Queryable, uid: string, change: OrderChange): Promise<string[]> {
  const current = await listPlaylistIdsOf(tx, uid, uid);
  return saveOrder(tx, { table: "playlists", id: "id", owner: "owner" }, uid, current, change);
}
