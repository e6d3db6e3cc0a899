/**
 * The queue of changes that the server has not confirmed (specification 17). A change is in here, durably, before any
 * screen shows it. One row per target is open for newer intents; a row that was handed to the network keeps its key and
 * body until an answer came, and a newer intent follows it in a row of its own.
 */
import * as v from "valibot";
import { Operation, targetOf, type Touched, touchedBy } from "../../contract/outbox.ts";
import { AnswerOf } from "./answer.ts";
import { nextAck } from "./counters.ts";
import { randomId } from "./random-id.ts";
import type { AccountDatabase, OutboxRow } from "./database.ts";

/** Acknowledged rows kept for answers that began before them. */
const ackedKept = 200;

/** Writes an intent, in place of one of the same target that was never sent. Resolves when it is on the device. */
export function enqueue(
  db: AccountDatabase,
  operation: Operation,
  snapshot?: unknown,
): Promise<void> {
  const target = targetOf(operation);
  return db.transaction("rw", db.outbox, async () => {
    const rows = await db.outbox.where("target").equals(target).toArray();
    // What the user was asked about is answered by wanting something new.
    await db.outbox.bulkDelete(
      rows.filter((row) => row.state === "attention").map((row) => row.seq),
    );
    const open = rows.find((row) => row.state === "waiting");
    if (open !== undefined) {
      await db.outbox.update(open.seq, {
        operation,
        snapshot,
        version: open.version + 1,
        notBefore: 0,
      });
      return;
    }
    await db.outbox.add({
      id: randomId(),
      uid: db.uid,
      target,
      operation,
      version: 1,
      state: "waiting",
      attempts: 0,
      notBefore: 0,
      snapshot,
    });
  });
}

/** A row whose operation this version understands. */
export type ParsedRow = Omit<OutboxRow, "operation"> & { operation: Operation };

export interface OutboxView {
  rows: ParsedRow[];
  /** Rows of an unknown kind, kept for a version that knows them. */
  unreadable: number;
}

/** All rows, oldest intent first. */
export async function readOutbox(db: AccountDatabase): Promise<OutboxView> {
  const all = await db.outbox.orderBy("seq").toArray();
  const rows = all.flatMap((row) => parseRow(row) ?? []);
  return { rows, unreadable: all.length - rows.length };
}

function parseRow(row: OutboxRow): ParsedRow | undefined {
  const operation = v.safeParse(Operation, row.operation);
  return operation.success ? { ...row, operation: operation.output } : undefined;
}

export const isUnsent = (row: Pick<OutboxRow, "state">) =>
  row.state === "waiting" || row.state === "sent";

/** The oldest unconfirmed row of each target whose time has come. */
export async function dueRows(
  db: AccountDatabase,
  now: number,
  latestWait: number,
): Promise<ParsedRow[]> {
  const { rows } = await readOutbox(db);
  const first = new Map<string, ParsedRow>();
  for (const row of rows) if (isUnsent(row) && !first.has(row.target)) first.set(row.target, row);
  // A time beyond the longest wait was written by a clock that was wrong.
  return [...first.values()].filter(
    (row) => row.notBefore <= now || row.notBefore > now + latestWait,
  );
}

/**
 * Marks a row as handed to the network, before it is. Answers the row as it is now, or undefined when it went or was
 * acknowledged meanwhile.
 */
export function markSent(db: AccountDatabase, seq: number): Promise<ParsedRow | undefined> {
  return db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row === undefined || !isUnsent(row)) return undefined;
    const sent: OutboxRow = { ...row, state: "sent", attempts: row.attempts + 1 };
    await db.outbox.put(sent);
    return parseRow(sent);
  });
}

/** Records the server's confirmation under the next acknowledgement number. */
export function markAcked(db: AccountDatabase, seq: number): Promise<void> {
  return db.transaction("rw", db.outbox, db.counters, async () => {
    if (await isOpen(db, seq))
      await db.outbox.update(seq, { state: "acked", ackSeq: await nextAck(db) });
  });
}

/**
 * Whether a row still waits for its answer. Where there are no locks two tabs may have sent it: the second answer must
 * not put it above what followed it.
 */
async function isOpen(db: AccountDatabase, seq: number): Promise<boolean> {
  const row = await db.outbox.get(seq);
  return row !== undefined && isUnsent(row);
}

/**
 * Removes confirmed rows that no stored answer needs any more. The newest stay in any case: an answer on its way to
 * another tab may have begun before them.
 */
export async function pruneAcked(
  db: AccountDatabase,
  storedKeyOf: (touched: Touched) => string,
): Promise<void> {
  const acked = (await readOutbox(db)).rows.filter((row) => row.state === "acked");
  if (acked.length <= ackedKept) return;
  const seen = new Map<Touched, number>();
  for (const touched of new Set(acked.flatMap((row) => touchedBy(row.operation)))) {
    const answer = v.safeParse(
      AnswerOf(v.unknown()),
      (await db.queries.get(storedKeyOf(touched)))?.query.state.data,
    );
    if (answer.success) seen.set(touched, answer.output.seen);
  }
  const isNeeded = (row: ParsedRow) =>
    touchedBy(row.operation).some((touched) => (seen.get(touched) ?? Infinity) < (row.ackSeq ?? 0));
  const oldest = acked.sort((a, b) => (a.ackSeq ?? 0) - (b.ackSeq ?? 0)).slice(0, -ackedKept);
  await db.outbox.bulkDelete(oldest.filter((row) => !isNeeded(row)).map((row) => row.seq));
}

/** Keeps a row for a later try; its key and body stay. */
export const postpone = (db: AccountDatabase, seq: number, notBefore: number) =>
  db.outbox.update(seq, { notBefore });

/** The server will never take it as it is: the user decides. */
export function markAttention(
  db: AccountDatabase,
  seq: number,
  problem: { code: string; title: string },
): Promise<void> {
  return db.transaction("rw", db.outbox, async () => {
    if (await isOpen(db, seq)) await db.outbox.update(seq, { state: "attention", problem });
  });
}

export const discard = (db: AccountDatabase, seq: number) => db.outbox.delete(seq);

/** Changes that the server does not have; those of an unknown kind are among them, for a version that knows them. */
export const unsentIn = ({ rows, unreadable }: OutboxView): number =>
  rows.filter(isUnsent).length + unreadable;

/** The key of one version of an intent (specification 11, Idempotency-Key). */
export const idempotencyKey = (row: Pick<OutboxRow, "id" | "version">) =>
  `${row.id}:${row.version}`;
