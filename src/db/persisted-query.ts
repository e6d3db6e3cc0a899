/** Query options with a persisted result. Screens read all lasting server state through them. */
import type { Query, QueryClient, QueryFunctionContext, QueryPersister } from "@tanstack/react-query";
import type * as v from "valibot";
import { hasSameItems } from "../../contract/rules/same-items.ts";
import { type VersionedResult, versioned } from "./versioned-result.ts";
import type { AccountDatabase } from "./database.ts";
import { createQueryStore, type StoredAnswer } from "./query-store.ts";
import { uncounted } from "./logical-clock.ts";
import { startGateOpen } from "../lib/start-gate.ts";
import { nextTask } from "../lib/yield-to-event-loop.ts";

export function persistedQuery<S extends v.GenericSchema, const K extends readonly unknown[]>(options: {
  db: AccountDatabase;
  key: K;
  schema: S;
  request: (signal: AbortSignal) => Promise<v.InferOutput<S>>;
  /** One of many parts of a list: stale restored parts are refetched one at a time. */
  isPart?: boolean;
}) {
  const { db, schema, request, isPart = false } = options;
  return {
    queryKey: options.key,
    queryFn: ({ signal }: QueryFunctionContext<K>) => versioned(db, () => request(signal)),
    persister: persisterOf<v.InferOutput<S>, K>(db, schema, isPart),
    structuralSharing: pickNewest,
  };
}

/**
 * Restores the stored result, refetches a stale one, stores every response. Not the library's persister, which deletes
 * after a failed read, stores the query's data at a later time instead of the response, and refetches without a catch.
 */
function persisterOf<T, K extends readonly unknown[]>(db: AccountDatabase, schema: v.GenericSchema, isPart: boolean) {
  const store = createQueryStore<T>(db, schema);
  const persister: QueryPersister<VersionedResult<T>, K> = async (queryFn, context, query) => {
    if (query.state.data === undefined) {
      const stored = await store.read(query.queryHash);
      if (stored !== undefined) {
        // In a later task: the library first stores the result with the current time.
        setTimeout(() => restoreAge(context.client, query, stored, isPart), 0);
        return stored.data;
      }
    } else {
      // A part of the screen that comes late finds what is shown stale, and asks at once.
      await startGateOpen();
    }
    const answer = await queryFn(context as Parameters<typeof queryFn>[0]); // what the library handed in, unchanged
    void store.write(query.queryHash, answer);
    return answer;
  };
  return persister;
}

/** Sets a restored result's true age, and refetches a stale one. */
function restoreAge<T>(client: QueryClient, query: Query, stored: StoredAnswer<T>, isPart: boolean): void {
  // A newer result has arrived.
  if (query.state.data !== stored.data) return;
  query.setState({ dataUpdatedAt: stored.dataUpdatedAt });
  const refetchIfStale = async () => {
    // The first call of a page loads the sign-in, too, which takes longer than a list.
    await startGateOpen();
    // It opens for all of them in one task.
    await nextTask();
    if (query.state.fetchStatus === "idle" && query.isStale())
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  if (!isPart) return void refetchIfStale();
  const refetched = (refetchQueues.get(client) ?? Promise.resolve()).then(refetchIfStale);
  refetchQueues.set(client, refetched);
}

/** The last queued refetch of a part. Refetching all at once would slow a start that already shows the parts. */
const refetchQueues = new WeakMap<QueryClient, Promise<void>>();

/**
 * Picks the result whose request began later, so that an overtaken refetch changes nothing. Reuses the old array if its
 * ids are the same, so that memoized values stay valid.
 */
function pickNewest(old: unknown, fresh: unknown): unknown {
  const before = old as VersionedResult<unknown> | undefined; // both come from `versioned`
  const after = fresh as VersionedResult<unknown>;
  if (before === undefined) return after;
  if (after.begun !== uncounted && before.begun > after.begun) return before;
  return isSameList(before.value, after.value) ? { ...after, value: before.value } : after;
}

const isSameList = (some: unknown, others: unknown): boolean =>
  Array.isArray(some) && Array.isArray(others) && hasSameItems(some, others);
