/** Rankings, read from the main tables for every request. */
import * as v from "valibot";
import type { Ranked } from "../../contract/statistics.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { sqlLimit } from "../db/sql-limit.ts";

const Row = v.object({
  id: v.string(),
  genre: v.string(),
  plays: v.number(),
  likes: v.number(),
});
type Row = v.InferOutput<typeof Row>;

const columns = "id, genre, plays, likes";

/** The newest public songs. */
export async function listNewest(db: Queryable, limit: number): Promise<Ranked[]> {
  const rows = await readRows(
    db,
    Row,
    `select ${columns} from songs where not private order by created_at desc, id desc ${sqlLimit("$1")}`,
    [limit],
  );
  return rows.map(({ id, genre }, index) => ({ original_id: id, genre, rank: index + 1 }));
}

/** The most played public songs of one genre or of all. Call `foldCounts` first: it sorts by totals. */
export async function listMostPlayed(db: Queryable, limit: number, genre?: string): Promise<Ranked[]> {
  const rows = await (genre === undefined
    ? readRows(
        db,
        Row,
        `select ${columns} from songs where not private order by plays desc, id desc ${sqlLimit("$1")}`,
        [limit],
      )
    : readRows(
        db,
        Row,
        `select ${columns} from songs where not private and genre = $2 order by plays desc, id desc ${sqlLimit("$1")}`,
        [limit, genre],
      ));
  return rows.map((row, index) => ({
    original_id: row.id,
    genre: row.genre,
    playCount: row.plays,
    rank: index + 1,
  }));
}

/** The most liked public songs. Call `foldCounts` first: it sorts by totals. */
export async function listMostLiked(db: Queryable, limit: number): Promise<Ranked[]> {
  const rows = await readRows(
    db,
    Row,
    `select ${columns} from songs where not private order by likes desc, id desc ${sqlLimit("$1")}`,
    [limit],
  );
  return rows.map((row, index) => ({
    original_id: row.id,
    genre: row.genre,
    likes: row.likes,
    rank: index + 1,
  }));
}
