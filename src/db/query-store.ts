/**
 * Answers kept for the next start, one row per query. The library's persister asks it like a key-value store; what its
 * defaults lose is mended here: a failed read never deletes, an older answer of another tab never overwrites a newer
 * one, nothing expires by age (specification 17).
 */
import type { AsyncStorage, PersistedQuery } from "@tanstack/query-persist-client-core";
import * as v from "valibot";
import { AnswerOf } from "./answer.ts";
import type { AccountDatabase } from "./database.ts";

/** Prefix of stored rows; the persister joins it to the query's hash. */
export const storagePrefix = "q";

/** What the rows begin with that hold the queries whose keys begin with `key`; it ends in a text. */
export const storedKeyPrefix = (key: readonly unknown[]): string =>
  `${storagePrefix}-${JSON.stringify(key).slice(0, -1)}`;

/** Rows kept per account; the least recently used go first. */
const maxRows = 200;

/**
 * The storage of the queries whose answers have one schema. Rows of another shape (an older version of the app wrote
 * them) count as absent.
 * @param now milliseconds since the epoch
 */
export function createQueryStore(
  db: AccountDatabase,
  schema: v.GenericSchema,
  now: () => number = Date.now,
): AsyncStorage<PersistedQuery> {
  const Stored = AnswerOf(schema);
  const failedReads = new Set<string>();

  return {
    async getItem(key) {
      try {
        const row = await db.queries.get(key);
        failedReads.delete(key);
        if (!v.is(Stored, row?.query.state.data)) return undefined;
        db.queries.update(key, { usedAt: now() }).catch(reportUnwritten);
        return row && { ...row.query, state: believable(row.query.state, now()) };
      } catch {
        // The persister answers a failed read by removing the row: one bad read must not cost the data.
        failedReads.add(key);
        return undefined;
      }
    },

    async setItem(key, query) {
      const data = v.safeParse(Stored, query.state.data);
      if (!data.success) return;
      const { begun } = data.output;
      try {
        await db.transaction("rw", db.queries, async () => {
          const present = await db.queries.get(key);
          if (present !== undefined && present.begun > begun) return;
          await db.queries.put({ key, query: plain(query), begun, usedAt: now() });
          await evict(db, key);
        });
      } catch (error) {
        reportUnwritten(error);
      }
    },

    async removeItem(key) {
      if (failedReads.delete(key)) return;
      await db.queries.delete(key);
    },
  };
}

/** Marks the stored answers whose keys begin with one of these as stale: the next use shows them and asks again. */
export async function outdateQueries(
  db: AccountDatabase,
  keys: readonly (readonly unknown[])[],
): Promise<void> {
  if (keys.length === 0) return;
  // 1 and not 0: a row without an age is deleted by the persister.
  await db.queries
    .where("key")
    .startsWithAnyOf(keys.map(storedKeyPrefix))
    .modify((row) => {
      row.query.state.dataUpdatedAt = 1;
    });
}

async function evict(db: AccountDatabase, justWritten: string): Promise<void> {
  const excess = (await db.queries.count()) - maxRows;
  if (excess <= 0) return;
  const oldest = await db.queries
    .orderBy("usedAt")
    .limit(excess + 1)
    .primaryKeys();
  await db.queries.bulkDelete(oldest.filter((key) => key !== justWritten).slice(0, excess));
}

/** A time in the future comes from a clock that was wrong: the data is shown and counts as stale. */
const believable = <S extends { dataUpdatedAt: number }>(state: S, now: number): S =>
  state.dataUpdatedAt > now ? { ...state, dataUpdatedAt: 1 } : state;

/** Only what survives a structured clone: errors and promises of a query's state may hold functions. */
const plain = (query: PersistedQuery): PersistedQuery => ({
  ...query,
  state: {
    ...query.state,
    error: null,
    fetchFailureReason: null,
    fetchMeta: null,
    fetchStatus: "idle",
    status: "success",
  },
});

/** A full or failing disk costs the next start's copy, not this visit. */
const reportUnwritten = (error: unknown) =>
  console.warn("An answer could not be kept on the device", error);
