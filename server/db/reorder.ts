/** Saves a user-defined list order. */
import { mergeOrder, type OrderChange } from "../../contract/rules/merge-order.ts";
import type { Queryable } from "./database.ts";

/** A table whose rows have a position in an owner's list. */
interface OrderedTable {
  table: "likes" | "songs" | "playlists" | "playlist_songs";
  /** Column of the ordered ids. */
  id: "song_id" | "id";
  /** Column of the list's owner. */
  owner: "uid" | "owner" | "playlist_id";
}

/**
 * Merges the change into `current`, which the caller has read under a lock, and returns the merged list.
 * @param owner value of the owner column
 */
export async function saveOrder(
  tx: Queryable,
  { table, id, owner: column }: OrderedTable,
  owner: string,
  current: readonly string[],
  change: OrderChange,
): Promise<string[]> {
  const merged = mergeOrder(current, change);
  await tx.query(
    `with held as (
       select t.${id} as id, o.place from ${table} t
       join json_array_elements_text($2::json) with ordinality as o (id, place) on o.id = t.${id}
       where t.${column} = $1 and t.position <> o.place order by t.${id} for no key update of t)
     update ${table} t set position = h.place from held h where t.${id} = h.id and t.${column} = $1`,
    [owner, JSON.stringify(merged)],
  );
  return merged;
}
