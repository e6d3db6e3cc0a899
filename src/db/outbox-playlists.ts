/** What is queued for one own playlist: itself, its songs, their order. Call inside a transaction on `outbox`. */
import { songsOfPlaylist } from "../../contract/list-names.ts";
import { type Operation, playlistChangedBy, targetOf } from "../../contract/outbox-operations.ts";
import type { AccountDatabase, OutboxRow } from "./database.ts";
import { type ParsedRow, parseRow } from "./outbox-table.ts";

/**
 * Whether the user has deleted the playlist that an operation changes: a screen that was open then, or an "Undo", may still
 * change it. No playlist gets its id again.
 */
export async function isOfDeletedPlaylist(db: AccountDatabase, operation: Operation): Promise<boolean> {
  const playlistId = playlistChangedBy(operation);
  if (playlistId === undefined || operation.kind === "delete-playlist") return false;
  // Not all of its changes: a queue of hundreds of songs becomes a playlist one by one.
  const rows = await db.outbox
    .where("target")
    .equals(targetOf({ kind: "delete-playlist", playlistId }))
    .toArray();
  return rows.some((row) => row.state !== "attention" && parseRow(row, db.uid)?.operation.kind === "delete-playlist");
}

/** All changes of one own playlist, oldest first. */
async function changesOfPlaylist(db: AccountDatabase, playlistId: string): Promise<ParsedRow[]> {
  const keys = await db.outbox
    .where("target")
    .anyOf(`playlist:${playlistId}`, `order:${songsOfPlaylist(playlistId)}`)
    .or("target")
    .startsWith(`playlist-song:${playlistId}:`)
    .primaryKeys();
  const rows = await db.outbox.bulkGet(keys.sort((a, b) => a - b));
  return rows.flatMap((row) => (row && parseRow(row, db.uid)) ?? []);
}

/** Removes what was wanted of a playlist that goes, except what the server may already have. */
export async function removeChangesOf(db: AccountDatabase, playlistId: string): Promise<OutboxRow[]> {
  const rows = await changesOfPlaylist(db, playlistId);
  const unneeded = rows.filter(({ state }) => state === "waiting" || state === "attention");
  await db.outbox.bulkDelete(unneeded.map(({ seq }) => seq));
  return unneeded;
}
