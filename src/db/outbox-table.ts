/**
 * The queue of changes that the server has not confirmed (specification 17.19-17.25). A change is stored here before any
 * screen shows it. A newer change of the same target merges into an unsent row; a sent row keeps its key and body until
 * the response, and a newer change gets a row of its own.
 */
import * as v from "valibot";
import { Operation } from "../../contract/outbox-operations.ts";
import { getInBatches, readInBatches } from "./batches.ts";
import { nextAck, requestsBegun } from "./logical-clock.ts";
import type { AccountDatabase, OutboxRow } from "./database.ts";

export type Problem = NonNullable<OutboxRow["problem"]>;

/** A row whose operation this version understands. */
export type ParsedRow = Omit<OutboxRow, "operation"> & { operation: Operation };

export interface OutboxView {
  /** Oldest first. */
  rows: ParsedRow[];
  /** Sequence numbers of rows that only another version can read. */
  unreadable: number[];
}

/** All rows. */
export async function readOutbox(db: AccountDatabase): Promise<OutboxView> {
  const entries: OutboxEntry[] = [];
  await db.transaction("r", db.outbox, () =>
    readInBatches(db.outbox, (rows) => void entries.push(...rows.map((row) => entryOf(row, db.uid)))),
  );
  return viewOf(entries);
}

/** A row, or the sequence number of an unreadable one; undefined for a row that can be ignored. */
type OutboxEntry = ParsedRow | number | undefined;

export function entryOf(row: OutboxRow, uid: string): OutboxEntry {
  // An unreadable row that is confirmed needs nothing more.
  return parseRow(row, uid) ?? (row.state === "acked" ? undefined : row.seq);
}

export function viewOf(entries: Iterable<OutboxEntry>): OutboxView {
  const view: OutboxView = { rows: [], unreadable: [] };
  for (const entry of entries)
    if (typeof entry === "number") view.unreadable.push(entry);
    else if (entry !== undefined) view.rows.push(entry);
  view.rows.sort((a, b) => a.seq - b.seq);
  return view;
}

const Row = v.object({
  operation: Operation,
  id: v.string(),
  uid: v.string(),
  target: v.string(),
  version: v.number(),
  state: v.picklist(["waiting", "sent", "acked", "attention"]),
  attempts: v.number(),
  notBefore: v.number(),
  ackSeq: v.exactOptional(v.number()),
  sentAfter: v.exactOptional(v.number()),
  answer: v.exactOptional(v.array(v.string())),
  misread: v.exactOptional(v.number()),
  putOff: v.exactOptional(v.number()),
  blocked: v.exactOptional(v.number()),
  blockedAt: v.exactOptional(v.number()),
  mayBeDone: v.exactOptional(v.boolean()),
  problem: v.exactOptional(
    v.object({ code: v.string(), title: v.string(), songs: v.exactOptional(v.array(v.string())) }),
  ),
});

/** Undefined for a row that this version cannot read or that belongs to another account. */
export function parseRow(row: OutboxRow, uid: string): ParsedRow | undefined {
  const parsed = v.safeParse(Row, row);
  return parsed.success && row.uid === uid ? { ...row, ...parsed.output } : undefined;
}

export const isUnsent = (row: Pick<OutboxRow, "state">) => row.state === "waiting" || row.state === "sent";

/** A playlist that could not be created: what goes into it waits until the user has decided. */
export const isRefusedCreation = ({ state, operation }: Pick<ParsedRow, "state" | "operation">) =>
  state === "attention" && operation.kind === "create-playlist";

/** Whether an edit would be lost in a creation that the server may have done. */
export const goesBehind = ({ mayBeDone }: Pick<OutboxRow, "mayBeDone">, edit: Operation | undefined): boolean =>
  mayBeDone === true && edit?.kind === "edit-playlist";

/** Unconfirmed rows with a sequence number above `after`, and what they wait for; oldest first. */
export async function unsentAfter(db: AccountDatabase, after: number): Promise<ParsedRow[]> {
  const parsed = (rows: readonly OutboxRow[]) =>
    rows.flatMap((row) => parseRow(row, db.uid) ?? []).filter((row) => isUnsent(row) || isRefusedCreation(row));
  if (after > 0) return parsed(await db.outbox.where("seq").above(after).toArray());
  const found: ParsedRow[] = [];
  await db.transaction("r", db.outbox, async () => {
    const keys = await db.outbox.where("state").anyOf("waiting", "sent", "attention").primaryKeys();
    keys.sort((a, b) => a - b);
    await getInBatches(db.outbox, keys, (rows) => void found.push(...parsed(rows)));
  });
  return found;
}

/**
 * Marks a row as sent; call before sending. Returns the updated row, or undefined if it was removed or acknowledged
 * meanwhile or belongs to another account.
 */
export function markSent(db: AccountDatabase, seq: number): Promise<ParsedRow | undefined> {
  return db.transaction("rw", db.outbox, db.counters, async () => {
    const row = await findUnsent(db, seq);
    if (row?.uid !== db.uid) return undefined;
    const sent: OutboxRow = {
      ...row,
      state: "sent",
      attempts: row.attempts + 1,
      sentAfter: row.sentAfter ?? (await requestsBegun(db)),
    };
    await db.outbox.put(sent);
    return parseRow(sent, db.uid);
  });
}

/**
 * Records the server's confirmation under the next acknowledgement number.
 * @param answer for a reorder: the server's list, which replaces those of earlier reorders
 */
export function markAcked(db: AccountDatabase, seq: number, answer?: string[]): Promise<void> {
  return db.transaction("rw", db.outbox, db.counters, async () => {
    const row = await findUnsent(db, seq);
    if (row === undefined) return;
    if (answer !== undefined) {
      const earlier = db.outbox.where("target").equals(row.target);
      await earlier.filter(({ state }) => state === "acked").delete();
    }
    const ackSeq = await nextAck(db);
    await db.outbox.update(seq, { state: "acked", ackSeq, ...(answer && { answer }) });
  });
}

/**
 * The row, if it is still unconfirmed. Without locks two tabs may send it: the second response must not move it ahead of
 * later changes.
 */
export async function findUnsent(db: AccountDatabase, seq: number): Promise<OutboxRow | undefined> {
  const row = await db.outbox.get(seq);
  return row !== undefined && isUnsent(row) ? row : undefined;
}

const updateUnsent = (db: AccountDatabase, seq: number, changes: Partial<OutboxRow>) =>
  db.transaction("rw", db.outbox, async () => {
    if (await findUnsent(db, seq)) await db.outbox.update(seq, changes);
  });

/**
 * Schedules a row for a later attempt with the same key and body.
 * @param inRow consecutive failures of one kind; those of the others start again
 */
export const postpone = (
  db: AccountDatabase,
  seq: number,
  notBefore: number,
  {
    misread = 0,
    putOff = 0,
    blocked = 0,
    blockedAt = 0,
  }: Pick<OutboxRow, "misread" | "putOff" | "blocked" | "blockedAt"> = {},
) => updateUnsent(db, seq, { notBefore, misread, putOff, blocked, blockedAt });

/** Gives a row a new key after its key was used with another body; `problem` records it, so that it happens once. */
export const renewKey = (db: AccountDatabase, { seq, version }: Pick<OutboxRow, "seq" | "version">, problem: Problem) =>
  updateUnsent(db, seq, { version: version + 1, notBefore: 0, problem });

export const remove = (db: AccountDatabase, seq: number) => db.outbox.delete(seq);

/** Counts the changes that the server does not have: waiting, refused, or unreadable for this version. */
export const unsentIn = ({ rows, unreadable }: OutboxView): number =>
  rows.filter((row) => row.state !== "acked").length + unreadable.length;

/** Counts the unsent plays, which the UI does not mention (specification 17.33). */
export const unsentPlaysIn = ({ rows }: OutboxView): number =>
  rows.filter((row) => isUnsent(row) && row.operation.kind === "play").length;

/** The number on the app's icon, which page and worker show alike (specification 17.60). @param uploads that wait */
export const badgeCount = (changes: OutboxView, uploads: number): number =>
  unsentIn(changes) - unsentPlaysIn(changes) + uploads;

/** The Idempotency-Key of one version of a change. */
export const idempotencyKey = (row: Pick<OutboxRow, "id" | "version">) => `${row.id}:${row.version}`;
