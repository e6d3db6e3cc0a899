/** Checks that the caller owns a song before a change. */
import * as v from "valibot";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { visibleSong } from "./visible-song.ts";

const OwnSong = v.object({
  title: v.string(),
  artist: v.string(),
  album: v.nullable(v.string()),
  genre: v.string(),
  private: v.boolean(),
  image: v.nullable(v.string()),
});
type OwnSong = v.InferOutput<typeof OwnSong>;

/**
 * Locks the song until the transaction ends, so that nobody likes, plays or adds it meanwhile. Throws HttpProblem
 * `not-owner`, or `not-found` for a song that the user may not see.
 */
export async function requireSongOwner(tx: Queryable, owner: string, id: string): Promise<OwnSong> {
  const [song] = await readRows(
    tx,
    OwnSong,
    `select title, artist, album, genre, private, image from songs where id = $1 and owner = $2 for update`,
    [id, owner],
  );
  if (song) return song;
  const seen = await tx.query(`select s.id from songs s where s.id = $2 and ${visibleSong}`, [owner, id]);
  throw new HttpProblem(seen.length > 0 ? "not-owner" : "not-found");
}
