/** The playlists that the user keeps on this device, with all their songs (specification 17.8). */
import type { PlaylistSnapshot } from "../../contract/playlists.ts";
import type { AccountDatabase, KeptPlaylist } from "./database.ts";

/** @param now milliseconds since the epoch */
export async function keepPlaylist(
  db: AccountDatabase,
  { _id, title, owner }: Pick<PlaylistSnapshot, "_id" | "title" | "owner">,
  now: number = Date.now(),
): Promise<void> {
  await db.kept.put({ playlistId: _id, title, owner, keptAt: now });
}

/** Its songs leave the device, unless something else wants them. */
export const unkeepPlaylist = (db: AccountDatabase, playlistId: string): Promise<void> => db.kept.delete(playlistId);

/** The newest first. */
export const byKeptTime = (kept: Iterable<KeptPlaylist>): KeptPlaylist[] =>
  [...kept].sort((a, b) => b.keptAt - a.keptAt);
