/**
 * The queue of changes that the server has not confirmed (specification 17.19-17.25). A change is in here, durably,
 * before any screen shows it. One row per target is open for newer intents; a row that was handed to the network keeps
 * its key and body until an answer came, and a newer intent follows it in a row of its own.
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
  /** Oldest intent first. */
  rows: ParsedRow[];
  /** Rows that this version cannot read, kept for one that can: their places in the table. */
  unreadable: number[];
}

/**
 * Writes an intent, in place of one of the same target that was never sent. It stands where the newest intent belongs,
 * behind everything that was wanted before it. Resolves when it is on the device.
 * @param now milliseconds since the epoch
 * @param heard of a drop: what the server said of its list, as the screen had it
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
    // What the user was asked about is answered by wanting something new.
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

/** What is wanted by a row that waits and by a newer operation; undefined where each has to be sent on its own. */
async function mergeInto(
  db: AccountDatabase,
  open: OutboxRow,
  newer: Operation,
  heard: Heard | undefined,
): Promise<Operation | undefined> {
  const older = parseRow(open, db.uid)?.operation;
  // One that this version cannot read gives way.
  if (older === undefined) return newer;
  if (older.kind !== "order" || newer.kind !== "order") return mergeIntents(older, newer);
  const { rows } = await readOutbox(db);
  const others = rows.filter(({ seq }) => seq !== open.seq);
  if (others.some((row) => row.seq > open.seq && joinsAgain(row, older))) return undefined;
  return mergeIntents(older, newer, overlayIds(newer.list, heard, others));
}

/** Whether a song that was in the list at a drop has left and joined again since. */
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

/** A row, or the place of one that this version cannot read; undefined for one that is of no more use. */
export type OutboxEntry = ParsedRow | number | undefined;

export function entryOf(row: OutboxRow, uid: string): OutboxEntry {
  // One that is confirmed has done its work, whatever it was.
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

/** Undefined for a row that this version cannot read, or of another account than `uid`. */
export function parseRow(row: OutboxRow, uid: string): ParsedRow | undefined {
  const parsed = v.safeParse(Row, row);
  return parsed.success && row.uid === uid ? { ...row, ...parsed.output } : undefined;
}

export const isUnsent = (row: Pick<OutboxRow, "state">) => row.state === "waiting" || row.state === "sent";

/** Rows without a confirmation that were written after the row `after`, oldest intent first. */
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
 * Marks a row as handed to the network, before it is. Answers the row as it is now, or undefined when it went or was
 * acknowledged meanwhile, or is another account's.
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
 * @param answer of an order: the server's list, in place of what earlier orders of it said
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
 * The row if it still waits for its answer. Where there are no locks two tabs may have sent it: the second answer must
 * not put it above what followed it.
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
 * Keeps a row for a later try; its key and body stay.
 * @param misread how many answers in a row were not understood
 */
export const postpone = (db: AccountDatabase, seq: number, notBefore: number, misread = 0) =>
  updateUnsent(db, seq, { notBefore, misread });

/** The server will never take it as it is: the user decides, unless something newer is wanted already. */
export const markAttention = (db: AccountDatabase, seq: number, problem: Problem) =>
  db.transaction("rw", db.outbox, async () => {
    const row = await findUnsent(db, seq);
    if (row === undefined) return;
    const rows = await db.outbox.where("target").equals(row.target).toArray();
    if (rows.some((other) => other.seq > seq && isUnsent(other))) await db.outbox.delete(seq);
    else await db.outbox.update(seq, { state: "attention", problem });
  });

/** A new key for a row whose key was used up by another body; `problem` remembers it, so that it happens once. */
export const renewKey = (db: AccountDatabase, { seq, version }: Pick<OutboxRow, "seq" | "version">, problem: Problem) =>
  updateUnsent(db, seq, { version: version + 1, notBefore: 0, problem });

/** Takes a row out that is of no more use. */
export const remove = (db: AccountDatabase, seq: number) => db.outbox.delete(seq);

/** The user wants a refused change tried again; it is shown and sent as if it had just been made. */
export const retry = (db: AccountDatabase, seq: number) =>
  db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row?.state !== "attention") return;
    await db.outbox.delete(seq);
    const { seq: _, problem: __, sentAfter: ___, misread: ____, ...kept } = row;
    await db.outbox.add({ ...kept, state: "waiting", attempts: 0, notBefore: 0 });
  });

/**
 * The user gives up a change that the server refused, or that this version cannot read. Answers what `restore` needs to
 * take that back.
 */
export const discard = (db: AccountDatabase, seq: number): Promise<OutboxRow | undefined> =>
  db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row === undefined) return undefined;
    if (row.state !== "attention" && parseRow(row, db.uid) !== undefined) return undefined;
    await db.outbox.delete(seq);
    return row;
  });

/** Takes a discard back, unless the user has wanted something else of the same target since. */
export const restore = (db: AccountDatabase, row: OutboxRow): Promise<void> =>
  db.transaction("rw", db.outbox, async () => {
    const newer = await db.outbox.where("seq").above(row.seq).toArray();
    if (newer.some(({ target }) => target === row.target)) return;
    await db.outbox.put(row);
  });

/** Changes that the server does not have: waiting, refused, or of a kind for a version that knows it. */
export const unsentIn = ({ rows, unreadable }: OutboxView): number =>
  rows.filter((row) => row.state !== "acked").length + unreadable.length;

/** How many of them are plays, which wait without a word (specification 17.33). */
export const unsentPlaysIn = ({ rows }: OutboxView): number =>
  rows.filter((row) => isUnsent(row) && row.operation.kind === "play").length;

/** The key of one version of an intent (specification 11, Idempotency-Key). */
export const idempotencyKey = (row: Pick<OutboxRow, "id" | "version">) => `${row.id}:${row.version}`;
