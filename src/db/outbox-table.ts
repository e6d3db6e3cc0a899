/**
 * The queue of changes that the server has not confirmed (specification 17.19-17.25). A change is stored here before any
 * screen shows it. A newer change of the same target merges into an unsent row; a sent row keeps its key and body until
 * the response, and a newer change gets a row of its own.
 */
import * as v from "valibot";
import {
  editOf,
  isJoin,
  isSingle,
  mergeIntents,
  Operation,
  settleMsOf,
  targetOf,
} from "../../contract/outbox-operations.ts";
import { type Heard, overlayIds } from "../../contract/rules/overlay.ts";
import { getInBatches, readInBatches } from "./batches.ts";
import { nextAck, requestsBegun } from "./logical-clock.ts";
import { randomId } from "./random-id.ts";
import type { AccountDatabase, OutboxRow } from "./database.ts";

type Problem = NonNullable<OutboxRow["problem"]>;

/** A row whose operation this version understands. */
export type ParsedRow = Omit<OutboxRow, "operation"> & { operation: Operation };

export interface OutboxView {
  /** Oldest first. */
  rows: ParsedRow[];
  /** Sequence numbers of rows that only another version can read. */
  unreadable: number[];
}

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
    const rows = isSingle(operation) ? [] : await db.outbox.where("target").equals(target).toArray();
    const last = rows.findLast((row) => row.state === "waiting");
    const merged = last && (await mergeInto(db, last, operation, heard));
    const open = merged && last;
    // A new change also answers the question about a refused one.
    const replaced = rows.filter((row) => row === open || row.state === "attention");
    await db.outbox.bulkDelete(replaced.map((row) => row.seq));
    await db.outbox.add({
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

/** Merges a newer operation into a waiting row; undefined if both must be sent. */
async function mergeInto(
  db: AccountDatabase,
  open: OutboxRow,
  newer: Operation,
  heard: Heard | undefined,
): Promise<Operation | undefined> {
  const older = parseRow(open, db.uid)?.operation;
  // A newer change replaces an unreadable one.
  if (older === undefined) return newer;
  if (older.kind !== "order" || newer.kind !== "order") return mergeIntents(older, newer);
  const { rows } = await readOutbox(db);
  const others = rows.filter(({ seq }) => seq !== open.seq);
  if (others.some((row) => row.seq > open.seq && joinsAgain(row, older))) return undefined;
  return mergeIntents(older, newer, overlayIds(newer.list, heard, others));
}

/** Whether an operation adds back a song that was in the list when it was reordered. */
function joinsAgain({ operation }: ParsedRow, { list, base }: Extract<Operation, { kind: "order" }>): boolean {
  const edit = editOf(operation);
  return edit?.list === list && isJoin(edit) && base.includes(edit.id);
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
export type OutboxEntry = ParsedRow | number | undefined;

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
  problem: v.exactOptional(v.object({ code: v.string(), title: v.string() })),
});

/** Undefined for a row that this version cannot read or that belongs to another account. */
export function parseRow(row: OutboxRow, uid: string): ParsedRow | undefined {
  const parsed = v.safeParse(Row, row);
  return parsed.success && row.uid === uid ? { ...row, ...parsed.output } : undefined;
}

export const isUnsent = (row: Pick<OutboxRow, "state">) => row.state === "waiting" || row.state === "sent";

/** Unconfirmed rows with a sequence number above `after`, oldest first. */
export async function unsentAfter(db: AccountDatabase, after: number): Promise<ParsedRow[]> {
  const parsed = (rows: readonly OutboxRow[]) => rows.flatMap((row) => parseRow(row, db.uid) ?? []);
  if (after > 0) return parsed(await db.outbox.where("seq").above(after).filter(isUnsent).toArray());
  const found: ParsedRow[] = [];
  await db.transaction("r", db.outbox, async () => {
    const keys = await db.outbox.where("state").anyOf("waiting", "sent").primaryKeys();
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
async function findUnsent(db: AccountDatabase, seq: number): Promise<OutboxRow | undefined> {
  const row = await db.outbox.get(seq);
  return row !== undefined && isUnsent(row) ? row : undefined;
}

const updateUnsent = (db: AccountDatabase, seq: number, changes: Partial<OutboxRow>) =>
  db.transaction("rw", db.outbox, async () => {
    if (await findUnsent(db, seq)) await db.outbox.update(seq, changes);
  });

/**
 * Schedules a row for a later attempt with the same key and body.
 * @param misread how many consecutive responses could not be parsed
 */
export const postpone = (db: AccountDatabase, seq: number, notBefore: number, misread = 0) =>
  updateUnsent(db, seq, { notBefore, misread });

/** Marks a row that the server refuses for good: the user decides, unless a newer change replaces it. */
export const markAttention = (db: AccountDatabase, seq: number, problem: Problem) =>
  db.transaction("rw", db.outbox, async () => {
    const row = await findUnsent(db, seq);
    if (row === undefined) return;
    const rows = await db.outbox.where("target").equals(row.target).toArray();
    if (rows.some((other) => other.seq > seq && isUnsent(other))) await db.outbox.delete(seq);
    else await db.outbox.update(seq, { state: "attention", problem });
  });

/** Gives a row a new key after its key was used with another body; `problem` records it, so that it happens once. */
export const renewKey = (db: AccountDatabase, { seq, version }: Pick<OutboxRow, "seq" | "version">, problem: Problem) =>
  updateUnsent(db, seq, { version: version + 1, notBefore: 0, problem });

export const remove = (db: AccountDatabase, seq: number) => db.outbox.delete(seq);

/** Retries a refused change as if the user had just made it. */
export const retry = (db: AccountDatabase, seq: number) =>
  db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row?.state !== "attention") return;
    await db.outbox.delete(seq);
    const { seq: _, problem: __, sentAfter: ___, misread: ____, ...fields } = row;
    await db.outbox.add({ ...fields, state: "waiting", attempts: 0, notBefore: 0 });
  });

/**
 * Discards a change that the server refused or that this version cannot read. Returns the row for `restore`.
 */
export const discard = (db: AccountDatabase, seq: number): Promise<OutboxRow | undefined> =>
  db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row === undefined) return undefined;
    if (row.state !== "attention" && parseRow(row, db.uid) !== undefined) return undefined;
    await db.outbox.delete(seq);
    return row;
  });

/** Undoes a discard, unless the target has a newer change. */
export const restore = (db: AccountDatabase, row: OutboxRow): Promise<void> =>
  db.transaction("rw", db.outbox, async () => {
    const newer = await db.outbox.where("seq").above(row.seq).toArray();
    if (newer.some(({ target }) => target === row.target)) return;
    await db.outbox.put(row);
  });

/** Counts the changes that the server does not have: waiting, refused, or unreadable for this version. */
export const unsentIn = ({ rows, unreadable }: OutboxView): number =>
  rows.filter((row) => row.state !== "acked").length + unreadable.length;

/** Counts the unsent plays, which the UI does not mention (specification 17.33). */
export const unsentPlaysIn = ({ rows }: OutboxView): number =>
  rows.filter((row) => isUnsent(row) && row.operation.kind === "play").length;

/** The Idempotency-Key of one version of a change. */
export const idempotencyKey = (row: Pick<OutboxRow, "id" | "version">) => `${row.id}:${row.version}`;
