/** Saves the order of own songs and favourites. The transaction must have locked the user's profile. */
import type { OrderChange } from "../../contract/rules/merge-order.ts";
import type { Queryable } from "../db/database.ts";
import { saveOrder } from "../db/reorder.ts";
import { listIdsOf, listLikedIds } from "./song-lists.ts";

export async function orderOwnSongs(tx: Queryable, uid: string, change: OrderChange) {
  const current = await listIdsOf(tx, uid, uid);
  return saveOrder(tx, { table: "songs", id: "id", owner: "owner" }, uid, current, change);
}

export async function orderFavourites(tx: Queryable, uid: string, change: OrderChange) {
  const current = await listLikedIds(tx, uid);
  return saveOrder(tx, { table: "likes", id: "song_id", owner: "uid" }, uid, current, change);
}
