/** Removes confirmed changes from the outbox once every stored and cached result contains them (specification 17.26). */
import * as v from "valibot";
import { type Touched, touchedBy } from "../../contract/outbox-operations.ts";
import { VersionedResultOf } from "./versioned-result.ts";
import { deleteInBatches, getInBatches } from "./batches.ts";
import type { AccountDatabase, OutboxRow } from "./database.ts";
import { parseRow } from "./outbox-table.ts";
import { storedKeyPrefix, unpinnedIn } from "./query-store.ts";

/** The newest always stay: a response in flight, or in another tab, may belong to a request from before them. */
const ackedToKeep = 200;

/** So many older ones stay for a result that lacks them; what lacks more goes itself, if the device need not keep it. */
const olderMost = 1_000;

const Versioned = VersionedResultOf(v.unknown());
const Stored = v.object({ query: v.object({ state: v.object({ data: Versioned }) }) });

/** Finds the query results that a confirmed change applies to. */
interface QueryResults {
  /** The prefix of their query keys. */
  keyOf(touched: Touched): readonly unknown[];
  /** The results in this page's query cache. */
  cached(key: readonly unknown[]): readonly unknown[];
}

/** @param newest so many stay in any case */
export async function pruneAcked(
  db: AccountDatabase,
  answers: QueryResults,
  newest: number = ackedToKeep,
): Promise<void> {
  // In the order of confirmation; only confirmed rows have an `ackSeq`.
  const acked = await db.outbox.orderBy("ackSeq").primaryKeys();
  const old: { row: OutboxRow; touched: Touched[] }[] = [];
  await getInBatches(db.outbox, acked.slice(0, Math.max(0, acked.length - newest)), (rows) => {
    for (const row of rows) old.push({ row, touched: touchedOf(db, row) });
  });
  if (old.length === 0) return;
  const oldest = new Map<Touched, number>();
  /** What a result has to contain, to lack no more than that. */
  const needed = (old.at(-olderMost)?.row.ackSeq ?? 1) - 1;
  for (const touched of new Set(old.flatMap((one) => one.touched))) {
    if (old.length > olderMost) await letGo(db, answers.keyOf(touched), needed);
    oldest.set(touched, await oldestSeen(db, answers, touched));
  }
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

/** Deletes the stored results of such queries that contain fewer acknowledgements, but for the pinned ones. */
async function letGo(db: AccountDatabase, key: readonly unknown[], seen: number): Promise<void> {
  const isFree = unpinnedIn(db);
  await db.queries
    .where("key")
    .startsWith(storedKeyPrefix(key))
    .filter((row) => isFree(row.key) && v.is(Stored, row) && row.query.state.data.seen < seen)
    .delete();
}

/** How many acknowledgements the oldest of these results contains. */
async function oldestSeen(db: AccountDatabase, { keyOf, cached }: QueryResults, touched: Touched): Promise<number> {
  const key = keyOf(touched);
  const stored = await db.queries.where("key").startsWith(storedKeyPrefix(key)).toArray();
  const all = [...stored.filter((row) => v.is(Stored, row)).map((row) => row.query.state.data), ...cached(key)];
  return Math.min(...all.map((data) => (v.is(Versioned, data) ? data.seen : Infinity)));
}
