/** Changes that the server refused, and what the user decides about them (specification 17.25). */
import { leftOpen } from "../../contract/outbox-operations.ts";
import type { AccountDatabase, OutboxRow } from "./database.ts";
import { isOfDeletedPlaylist, removeChangesOf } from "./outbox-playlists.ts";
import { findUnsent, goesBehind, isUnsent, parseRow, type Problem } from "./outbox-table.ts";

/** Problems that are none of the server's: a creation may be done, and is then answered as it was (specification 5.15). */
const unanswered: ReadonlySet<string> = new Set(["blocked", "invalid-reply"]);

/** Marks a row that the server refuses for good: the user decides what newer changes leave of it. */
export const markAttention = (db: AccountDatabase, seq: number, problem: Problem) =>
  db.transaction("rw", db.outbox, async () => {
    const row = await findUnsent(db, seq);
    const refused = row && parseRow(row, db.uid)?.operation;
    if (row === undefined) return;
    const isCreation = refused?.kind === "create-playlist";
    const mayBeDone = isCreation && unanswered.has(problem.code);
    let left = refused;
    if (refused !== undefined && (await isOfDeletedPlaylist(db, refused))) left = undefined;
    const rows = await db.outbox.where("target").equals(row.target).toArray();
    for (const other of rows.filter((one) => one.seq > seq && isUnsent(one))) {
      const newer = parseRow(other, db.uid)?.operation;
      if (newer === undefined || goesBehind({ mayBeDone }, newer)) continue;
      left = left && leftOpen(left, newer);
      // It went into what could not be created.
      if (left?.kind === "create-playlist") await db.outbox.delete(other.seq);
    }
    if (refused !== undefined && left === undefined) await db.outbox.delete(seq);
    else {
      const changed = left !== refused && { operation: left, version: row.version + 1 };
      await db.outbox.update(seq, { state: "attention", problem, ...changed, ...(isCreation && { mayBeDone }) });
    }
  });

/**
 * Retries a refused change as if the user had just made it. A playlist that could not be created keeps its place: what
 * goes into it stands behind.
 */
export const retry = (db: AccountDatabase, seq: number) =>
  db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row?.state !== "attention") return;
    await db.outbox.delete(seq);
    const {
      seq: place,
      problem: _,
      sentAfter: __,
      misread: ___,
      putOff: ____,
      blocked: _____,
      blockedAt: ______,
      ...fields
    } = row;
    const keepsPlace = parseRow(row, db.uid)?.operation.kind === "create-playlist";
    await db.outbox.add({
      ...fields,
      ...(keepsPlace && { seq: place }),
      state: "waiting",
      attempts: 0,
      notBefore: 0,
    });
  });

/**
 * Discards a change that the server refused or that this version cannot read; with a playlist that could not be created
 * all that was to go into it. Returns the rows for `restore`.
 */
export const discard = (db: AccountDatabase, seq: number): Promise<OutboxRow[]> =>
  db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row === undefined) return [];
    const parsed = parseRow(row, db.uid);
    if (row.state !== "attention" && parsed !== undefined) return [];
    await db.outbox.delete(seq);
    if (parsed?.operation.kind !== "create-playlist") return [row];
    return [row, ...(await removeChangesOf(db, parsed.operation.playlistId))];
  });

/** Undoes a discard, except of targets that have a newer change, and of playlists that were deleted since. */
export const restore = (db: AccountDatabase, rows: readonly OutboxRow[]): Promise<void> =>
  db.transaction("rw", db.outbox, async () => {
    const present = await db.outbox.toArray();
    const isOpen = ({ seq, target }: OutboxRow) => !present.some((row) => row.target === target && row.seq > seq);
    for (const row of rows.filter(isOpen)) {
      const operation = parseRow(row, db.uid)?.operation;
      if (operation === undefined || !(await isOfDeletedPlaylist(db, operation))) await db.outbox.put(row);
    }
  });
