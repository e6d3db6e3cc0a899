/** Takes confirmed changes out of the outbox once no answer needs them any more (specification 17.26). */
import * as v from "valibot";
import { type Touched, touchedBy } from "../../contract/outbox-operations.ts";
import { VersionedResultOf } from "./versioned-result.ts";
import { deleteInBatches, getInBatches } from "./batches.ts";
import type { AccountDatabase, OutboxRow } from "./database.ts";
import { parseRow } from "./outbox-table.ts";
import { storedKeyPrefix } from "./query-store.ts";

/**
 * The newest stay in any case: an answer on its way, or shown by another tab, may have been asked for before them.
 */
const ackedKept = 200;

const Kept = VersionedResultOf(v.unknown());
const Stored = v.object({ query: v.object({ state: v.object({ data: Kept }) }) });

/** Which answers a confirmed change is to be applied to. */
export interface AnswersOf {
  /** The key that their queries' keys begin with. */
  keyOf(touched: Touched): readonly unknown[];
  /** Those that this page holds. */
  held(key: readonly unknown[]): readonly unknown[];
}

export async function pruneAcked(db: AccountDatabase, answers: AnswersOf, newest = ackedKept): Promise<void> {
  // In the order of their confirmations: nothing else has that number.
  const acked = await db.outbox.orderBy("ackSeq").primaryKeys();
  const old: { row: OutboxRow; touched: Touched[] }[] = [];
  await getInBatches(db.outbox, acked.slice(0, Math.max(0, acked.length - newest)), (rows) => {
    for (const row of rows) old.push({ row, touched: touchedOf(db, row) });
  });
  if (old.length === 0) return;
  const oldest = new Map<Touched, number>();
  for (const touched of new Set(old.flatMap((one) => one.touched)))
    oldest.set(touched, await oldestSeen(db, answers, touched));
  const unneeded = old.filter(({ row, touched }) =>
    touched.every((one) => (oldest.get(one) ?? Infinity) >= (row.ackSeq ?? 0)),
  );
  await deleteInBatches(
    db.outbox,
    unneeded.map(({ row }) => row.seq),
  );
}

function touchedOf(db: AccountDatabase, row: OutboxRow): Touched[] {
  const parsed = parseRow(row, db.uid);
  return parsed === undefined ? [] : touchedBy(parsed.operation);
}

/** How many acknowledgements the oldest of these answers knew of. */
async function oldestSeen(db: AccountDatabase, { keyOf, held }: AnswersOf, touched: Touched): Promise<number> {
  const key = keyOf(touched);
  const stored = await db.queries.where("key").startsWith(storedKeyPrefix(key)).toArray();
  const all = [...stored.filter((row) => v.is(Stored, row)).map((row) => row.query.state.data), ...held(key)];
  return Math.min(...all.map((data) => (v.is(Kept, data) ? data.seen : Infinity)));
}
