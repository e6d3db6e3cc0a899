/** Deletes playlists with their follows. */
import * as v from "valibot";
import { dropChanges } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { releaseAssets } from "../media/asset-rows.ts";
import { removeFollows } from "./playlist-follows.ts";
import { requirePlaylistOwner } from "./require-playlist-owner.ts";

/** Returns the assets to remove after the commit. Throws HttpProblem `not-found` or `not-owner`. */
export async function deletePlaylist(tx: Queryable, owner: string, id: string): Promise<string[]> {
  await requirePlaylistOwner(tx, owner, id);
  return removePlaylists(tx, [id]);
}

/** Deletes playlists whose rows the caller has locked, for good: their ids are used up. Returns their assets. */
export async function removePlaylists(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const values = "select value from json_array_elements_text($1::json)";
  const these = `(${values})`;
  const parameters = [JSON.stringify(ids)];
  await removeFollows(tx, ids);
  await tx.query(`delete from playlist_songs where playlist_id in ${these}`, parameters);
  await dropChanges(tx, ["playlist-follower"], ids);
  const gone = await readRows(
    tx,
    v.object({ image: v.nullable(v.string()) }),
    `delete from playlists where id in ${these} returning image`,
    parameters,
  );
  await tx.query(`insert into deleted_playlists (id) ${values} on conflict do nothing`, parameters);
  const assets = gone.flatMap(({ image }) => (image === null ? [] : [image]));
  await releaseAssets(tx, assets);
  return assets;
}
