/**
 * Queues changes (specification 17.21): a newer one merges into an unsent one of its target, or answers the question
 * about a refused one.
 */
import {
  editOf,
  isJoin,
  isSingle,
  leftOpen,
  mergeIntents,
  type Operation,
  settleMsOf,
  targetOf,
} from "../../contract/outbox-operations.ts";
import { type Heard, overlayIds } from "../../contract/rules/overlay.ts";
import type { AccountDatabase, OutboxRow } from "./database.ts";
import { isOfDeletedPlaylist, removeChangesOf } from "./outbox-playlists.ts";
import { goesBehind, type ParsedRow, parseRow, readOutbox } from "./outbox-table.ts";
import { randomId } from "./random-id.ts";

/**
 * Appends a change to the queue; it replaces an unsent one of the same target. Resolves when it is stored.
 * @param now milliseconds since the epoch
 * @param heard for a reorder: the server's list that the screen was based on
 */
export function enqueue(
  db: AccountDatabase,
  operation: Operation,
  snapshot?: unknown,
  now: number = Date.now(),
  heard?: Heard,
): Promise<void> {
  const target = targetOf(operation);
  return db.transaction("rw", db.outbox, async () => {
    if (await isOfDeletedPlaylist(db, operation)) return;
    const rows = isSingle(operation) ? [] : await db.outbox.where("target").equals(target).toArray();
    if (await answerRefused(db, rows, operation, snapshot)) return;
    const last = rows.findLast((row) => row.state === "waiting");
    const merged = last && (await mergeInto(db, last, operation, heard));
    const open = merged && last;
    if (open !== undefined) await db.outbox.delete(open.seq);
    if (operation.kind === "delete-playlist") await removeChangesOf(db, operation.playlistId);
    await db.outbox.add({
      // An edit does not move a new playlist ahead of newer ones.
      ...(open && merged?.kind === "create-playlist" && { seq: open.seq }),
      id: open?.id ?? randomId(),
      uid: db.uid,
      target,
      operation: merged ?? operation,
      version: (open?.version ?? 0) + 1,
      state: "waiting",
      attempts: 0,
      notBefore: now + settleMsOf(operation),
      snapshot,
    });
  });
}

/** A change with its snapshot, as `enqueue` takes them. */
export interface Change {
  operation: Operation;
  snapshot?: unknown;
}

/** Appends changes that belong together: all of them, or none. */
export const enqueueAll = (db: AccountDatabase, changes: readonly Change[]): Promise<void> =>
  db.transaction("rw", db.outbox, async () => {
    for (const { operation, snapshot } of changes) await enqueue(db, operation, snapshot);
  });

/**
 * A new change also answers the question about a refused one. Of a playlist's fields it answers those that it sets; what
 * is typed into one that could not be created goes into that. Returns whether nothing is left to queue.
 */
async function answerRefused(
  db: AccountDatabase,
  rows: readonly OutboxRow[],
  newer: Operation,
  snapshot: unknown,
): Promise<boolean> {
  let isTaken = false;
  for (const row of rows.filter(({ state }) => state === "attention")) {
    if (goesBehind(row, newer)) continue;
    const refused = parseRow(row, db.uid)?.operation;
    // The version that can read it asks, unless this change says all there is to say of its target.
    if (refused === undefined && newer.kind === "edit-playlist") continue;
    const left = refused && leftOpen(refused, newer);
    if (left === undefined) await db.outbox.delete(row.seq);
    else await db.outbox.update(row.seq, { operation: left, version: row.version + 1 });
    if (left?.kind !== "create-playlist") continue;
    await db.outbox.update(row.seq, { snapshot });
    isTaken = true;
  }
  return isTaken;
}

/** Merges a newer operation into a waiting row; undefined if both must be sent. */
async function mergeInto(
  db: AccountDatabase,
  open: OutboxRow,
  newer: Operation,
  heard: Heard | undefined,
): Promise<Operation | undefined> {
  const older = parseRow(open, db.uid)?.operation;
  // What another version wrote stays, unless this change says all there is to say of its target.
  if (older === undefined) return newer.kind === "edit-playlist" ? undefined : newer;
  if (goesBehind(open, newer)) return undefined;
  const { rows } = await readOutbox(db);
  // The songs since may fit only into what the playlist is by then.
  if (rows.some((row) => row.seq > open.seq && isHeldBy(row, older))) return undefined;
  if (older.kind !== "order" || newer.kind !== "order") return mergeIntents(older, newer);
  const others = rows.filter(({ seq }) => seq !== open.seq);
  if (others.some((row) => row.seq > open.seq && joinsAgain(row, older))) return undefined;
  return mergeIntents(older, newer, overlayIds(newer.list, heard, others));
}

/** Whether a song's change waits for an edit that makes its playlist public or private (specification 17.47). */
const isHeldBy = ({ operation }: ParsedRow, edit: Operation): boolean =>
  edit.kind === "edit-playlist" &&
  edit.playlist.private !== undefined &&
  operation.kind === "playlist-song" &&
  operation.playlistId === edit.playlistId;

/** Whether an operation adds back a song that was in the list when it was reordered. */
function joinsAgain({ operation }: ParsedRow, { list, base }: Extract<Operation, { kind: "order" }>): boolean {
  const edit = editOf(operation);
  return edit?.list === list && isJoin(edit) && base.includes(edit.id);
}
