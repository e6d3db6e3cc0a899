/** Deletes songs and every reference to them. */
import * as v from "valibot";
import { dropChanges } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { releaseAssets } from "../media/asset-rows.ts";
import { requireSongOwner } from "./require-song-owner.ts";

/**
 * Deletes a song with its likes, plays and playlist entries, and returns the assets to remove after the commit. Throws
 * HttpProblem `not-found` or `not-owner`.
 */
export async function deleteSong(tx: Queryable, owner: string, id: string): Promise<string[]> {
  await requireSongOwner(tx, owner, id);
  return removeSongs(tx, [id]);
}

/** Deletes songs whose rows the caller has locked, and returns their assets. */
export async function removeSongs(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const these = "(select value from json_array_elements_text($1::json))";
  const parameters = [JSON.stringify(ids)];
  for (const statement of [
    `delete from playlist_songs where song_id in ${these}`,
    `delete from likes where song_id in ${these}`,
    `delete from plays where song_id in ${these}`,
  ]) {
    await tx.query(statement, parameters);
  }
  await dropChanges(tx, ["like", "play"], ids);
  const gone = await readRows(
    tx,
    v.object({ audio: v.string(), image: v.nullable(v.string()) }),
    `delete from songs where id in ${these} returning audio, image`,
    parameters,
  );
  const assets = gone.flatMap(({ audio, image }) => (image === null ? [audio] : [audio, image]));
  await releaseAssets(tx, assets);
  return assets;
}
