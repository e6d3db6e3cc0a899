/** Ranks, computed from the main data at every answer (specification 14.3). */
import type { Ranked } from "../../contract/statistics.ts";
import type { Queryable } from "../db/database.ts";

/** The newest public songs. */
export async function listNewest(db: Queryable, limit: number): Promise<Ranked[]> {
  const rows = await db.query<{ id: string; genre: string }>(
    "select id, genre from songs where not private order by created_at desc, id desc limit $1",
    [limit],
  );
  return rows.map(({ id, genre }, index) => ({ original_id: id, genre, rank: index + 1 }));
}
