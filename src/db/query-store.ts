/**
 * Stores query results for the next start, one row per query. A failed read or write has no further effect, an older
 * result from another tab never overwrites a newer one, nothing expires by age, and a row that this version cannot read
 * counts as absent (specification 17.6, 17.7).
 */
import * as v from "valibot";
import { type VersionedResult, VersionedResultOf } from "./versioned-result.ts";
import type { AccountDatabase } from "./database.ts";
import { readQueryRow } from "./batched-reads.ts";

/** Increase when the format of stored rows changes, never per build: that would clear every device. */
const schemaNumber = "1";

/** The prefix of row keys; the query's hash follows. */
const prefix = "q-";

/** The prefix of the row keys of all queries whose keys begin with `key`, which must end in a string. */
export const storedKeyPrefix = (key: readonly unknown[]): string => `${prefix}${JSON.stringify(key).slice(0, -1)}`;

/** Most rows per account, beside the pinned ones; the least recently used are evicted first. */
export const maxRows = 1_000;

const pinnedPrefixes = new WeakMap<AccountDatabase, readonly string[]>();

/** Keeps the stored results of all queries whose keys begin with one of these from eviction. */
export function pinQueries(db: AccountDatabase, keys: readonly (readonly unknown[])[]): void {
  pinnedPrefixes.set(db, keys.map(storedKeyPrefix));
}

/** Deletes the stored results of queries whose keys begin with `key`, but for those that go on with one of `names`. */
export async function pruneQueries(
  db: AccountDatabase,
  key: readonly unknown[],
  names: ReadonlySet<string>,
): Promise<void> {
  const kept = new Set([...names].map((name) => `${prefix}${JSON.stringify([...key, name])}`));
  const stored = await db.queries.where("key").startsWith(storedKeyPrefix(key)).primaryKeys();
  const gone = stored.filter((one) => !kept.has(one));
  if (gone.length > 0) await db.queries.bulkDelete(gone);
}

/** Deletes the stored results of all queries whose keys begin with one of these: what they are of is gone. Never rejects. */
export async function forgetQueries(db: AccountDatabase, keys: readonly (readonly unknown[])[]): Promise<void> {
  try {
    await db.queries.where("key").startsWithAnyOf(keys.map(storedKeyPrefix)).delete();
  } catch (error) {
    console.warn("What is gone could not be removed from the device", error);
  }
}

/** Tells of row keys whether they may be evicted. */
export function unpinnedIn(db: AccountDatabase) {
  const pinned = pinnedPrefixes.get(db) ?? [];
  return (key: string) => !pinned.some((one) => key.startsWith(one));
}

/** Which of the queries of `key`, a name and `rest` have no stored result. */
export async function missingQueries(
  db: AccountDatabase,
  key: readonly unknown[],
  names: readonly string[],
  rest: readonly string[] = [],
): Promise<string[]> {
  const stored = new Set(await db.queries.where("key").startsWith(storedKeyPrefix(key)).primaryKeys());
  return names.filter((name) => !stored.has(`${prefix}${JSON.stringify([...key, name, ...rest])}`));
}

/** Least interval between updates of `usedAt`, because each rewrites the whole row; milliseconds. */
export const useNotedMs = 24 * 3_600_000;
/** Delays updates of `usedAt`, which would block the many reads of a start; milliseconds. */
const noteLaterMs = 10_000;

export interface StoredAnswer<T> {
  data: VersionedResult<T>;
  /** Milliseconds since the epoch. */
  dataUpdatedAt: number;
}

/** Neither method rejects. */
interface QueryStore<T> {
  read(hash: string): Promise<StoredAnswer<T> | undefined>;
  /** Stores a result, unless the stored one's request began later. */
  write(hash: string, answer: VersionedResult<T>): Promise<void>;
}

/**
 * @param schema of the results; rows of another shape, from another version of the app, count as absent
 * @param now milliseconds since the epoch
 */
export function createQueryStore<T>(
  db: AccountDatabase,
  schema: v.GenericSchema,
  now: () => number = Date.now,
  later: (run: () => void) => void = (run) => void setTimeout(run, noteLaterMs),
): QueryStore<T> {
  const Stored = v.object({
    query: v.object({
      buster: v.literal(schemaNumber),
      state: v.object({ data: VersionedResultOf(schema), dataUpdatedAt: v.number() }),
    }),
    usedAt: v.optional(v.number(), 0),
  });

  function noteUse(key: string): void {
    if (db.isOpen()) db.queries.update(key, { usedAt: now() }).catch(reportUnwritten);
  }

  return {
    async read(hash) {
      const key = prefix + hash;
      try {
        const row = v.safeParse(Stored, await readQueryRow(db, key));
        if (!row.success) return undefined;
        if (Math.abs(now() - row.output.usedAt) >= useNotedMs) later(() => noteUse(key));
        const { data, dataUpdatedAt } = row.output.query.state;
        return {
          data: data as VersionedResult<T>, // parsed by the schema that T stands for
          // A time in the future comes from a wrong clock: such data counts as stale.
          dataUpdatedAt: dataUpdatedAt > now() ? 1 : dataUpdatedAt,
        };
      } catch (error) {
        console.warn("A stored answer could not be read", error);
        return undefined;
      }
    },

    async write(hash, data) {
      const key = prefix + hash;
      const { begun } = data;
      const query = { buster: schemaNumber, state: { data, dataUpdatedAt: now() } };
      try {
        await db.transaction("rw", db.queries, async () => {
          const present = await db.queries.get(key);
          if (present !== undefined && present.begun > begun) return;
          await db.queries.put({ key, query, begun, usedAt: now() });
          await evict(db, key);
        });
      } catch (error) {
        reportUnwritten(error);
      }
    },
  };
}

/** Marks the stored results of all queries whose keys begin with one of these as stale. */
export async function outdateQueries(db: AccountDatabase, keys: readonly (readonly unknown[])[]): Promise<void> {
  if (keys.length === 0) return;
  await db.queries
    .where("key")
    .startsWithAnyOf(keys.map(storedKeyPrefix))
    .modify((row) => {
      // Else the whole row would be written again.
      if (!v.is(Aged, row) || row.query.state.dataUpdatedAt === 1) return false;
      row.query.state.dataUpdatedAt = 1;
      return true;
    });
}

const Aged = v.object({ query: v.object({ state: v.object({ dataUpdatedAt: v.number() }) }) });

async function evict(db: AccountDatabase, justWritten: string): Promise<void> {
  const count = await db.queries.count();
  if (count <= maxRows) return;
  const pinned = pinnedPrefixes.get(db) ?? [];
  const counts = await Promise.all(pinned.map((one) => db.queries.where("key").startsWith(one).count()));
  const excess = count - counts.reduce((sum, one) => sum + one, 0) - maxRows;
  if (excess <= 0) return;
  const oldest = await db.queries.orderBy("usedAt").primaryKeys();
  const isUnpinned = unpinnedIn(db);
  const isFree = (key: string) => key !== justWritten && isUnpinned(key);
  await db.queries.bulkDelete(oldest.filter(isFree).slice(0, excess));
}

/** A full or failing disk loses the copy for the next start only. */
const reportUnwritten = (error: unknown) => console.warn("An answer could not be kept on the device", error);
