/** Checks that the caller owns a playlist before a change. */
import * as v from "valibot";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { visiblePlaylist } from "./visible-playlist.ts";

const OwnPlaylist = v.object({
  title: v.string(),
  description: v.string(),
  genre: v.nullable(v.string()),
  private: v.boolean(),
  image: v.nullable(v.string()),
});
type OwnPlaylist = v.InferOutput<typeof OwnPlaylist>;

/**
 * Locks the playlist until the transaction ends. Throws HttpProblem `not-owner`, or `not-found` for one that the user
 * may not see.
 */
export async function requirePlaylistOwner(tx: Queryable, owner: string, id: string): Promise<OwnPlaylist> {
  const [playlist] = await readRows(
    tx,
    OwnPlaylist,
    `select title, description, genre, private, image from playlists where id = $1 and owner = $2 for update`,
    [id, owner],
  );
  if (playlist) return playlist;
  const seen = await tx.query(`select p.id from playlists p where p.id = $2 and ${visiblePlaylist}`, [owner, id]);
  throw new HttpProblem(seen.length > 0 ? "not-owner" : "not-found");
}
