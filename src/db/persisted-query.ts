/** Options of a query whose answer outlives the page: the only way screens ask the server for lasting state. */
import type { Query, QueryClient, QueryFunctionContext, QueryPersister } from "@tanstack/react-query";
import type * as v from "valibot";
import { type VersionedResult, answered } from "./versioned-result.ts";
import type { AccountDatabase } from "./database.ts";
import { createQueryStore, type StoredAnswer } from "./query-store.ts";

export function persistedQuery<S extends v.GenericSchema, const K extends readonly unknown[]>(options: {
  db: AccountDatabase;
  key: K;
  schema: S;
  request: (signal: AbortSignal) => Promise<v.InferOutput<S>>;
  /** One of many that make up a list: restored ones that are stale are asked again one after the other. */
  isPart?: boolean;
}) {
  const { db, schema, request, isPart = false } = options;
  return {
    queryKey: options.key,
    queryFn: ({ signal }: QueryFunctionContext<K>) => answered(db, () => request(signal)),
    persister: persisterOf<v.InferOutput<S>, K>(db, schema, isPart),
    structuralSharing: keepNewest,
  };
}

/**
 * Shows what is stored and asks again when that is stale; keeps every answer. Not the library's persister: that one
 * deletes after a failed read, keeps what a query holds when its scheduler comes to it instead of the answer, and
 * refetches in a promise without catch.
 */
function persisterOf<T, K extends readonly unknown[]>(db: AccountDatabase, schema: v.GenericSchema, isPart: boolean) {
  const store = createQueryStore<T>(db, schema);
  const persister: QueryPersister<VersionedResult<T>, K> = async (queryFn, context, query) => {
    if (query.state.data === undefined) {
      const stored = await store.read(query.queryHash);
      if (stored !== undefined) {
        // In a later task: first the library takes the answer over, as one of now.
        setTimeout(() => growOld(context.client, query, stored, isPart), 0);
        return stored.data;
      }
    }
    const answer = await queryFn(context as Parameters<typeof queryFn>[0]); // what the library handed in, unchanged
    void store.write(query.queryHash, answer);
    return answer;
  };
  return persister;
}

/** Gives a restored answer its true age, and asks again where that is too old. */
function growOld<T>(client: QueryClient, query: Query, stored: StoredAnswer<T>, isPart: boolean): void {
  // Something newer came meanwhile.
  if (query.state.data !== stored.data) return;
  query.setState({ dataUpdatedAt: stored.dataUpdatedAt });
  const askAgain = async () => {
    if (query.state.fetchStatus === "idle" && query.isStale())
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  if (!isPart) return void askAgain();
  const turn = (turns.get(client) ?? Promise.resolve()).then(askAgain);
  turns.set(client, turn);
}

/** The last of the parts to be asked again. All at once would keep a start busy for what it shows already. */
const turns = new WeakMap<QueryClient, Promise<void>>();

/**
 * Of two answers the one whose request began later; a refetch that was overtaken changes nothing. A list that still
 * holds the same ids stays the same list, so that nothing of what a screen made of it has to be made again.
 */
function keepNewest(old: unknown, fresh: unknown): unknown {
  const before = old as VersionedResult<unknown> | undefined; // both come from `answered`
  const after = fresh as VersionedResult<unknown>;
  if (before === undefined) return after;
  if (before.begun > after.begun) return before;
  return isSameList(before.value, after.value) ? { ...after, value: before.value } : after;
}

const isSameList = (some: unknown, others: unknown): boolean =>
  Array.isArray(some) &&
  Array.isArray(others) &&
  some.length === others.length &&
  some.every((one, index) => one === others[index]);
