/** Options of a query whose answer outlives the page: the only way screens ask the server for lasting state. */
import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from "@tanstack/query-persist-client-core";
import type { QueryClient, QueryFunctionContext, QueryPersister } from "@tanstack/react-query";
import type * as v from "valibot";
import { type Answer, answered } from "./answer.ts";
import type { AccountDatabase } from "./database.ts";
import { createQueryStore, storagePrefix } from "./query-store.ts";

/** Grows when the meaning of stored rows changes; never with a build, which would empty every device. */
const schemaNumber = "1";

export function persistedQuery<
  S extends v.GenericSchema,
  const K extends readonly unknown[],
>(options: {
  db: AccountDatabase;
  key: K;
  schema: S;
  request: (signal: AbortSignal) => Promise<v.InferOutput<S>>;
}) {
  const { db, schema, request } = options;
  return {
    queryKey: options.key,
    queryFn: ({ signal }: QueryFunctionContext<K>) => answered(db, () => request(signal)),
    persister: persisterOf<v.InferOutput<S>, K>(db, schema),
    structuralSharing: keepNewest,
  };
}

/**
 * The library's persister with an own refetch after the restore: its own is a promise without catch, hence an unhandled
 * rejection offline.
 */
function persisterOf<T, K extends readonly unknown[]>(
  db: AccountDatabase,
  schema: v.GenericSchema,
) {
  const inner = experimental_createQueryPersister<PersistedQuery>({
    storage: createQueryStore(db, schema),
    prefix: storagePrefix,
    buster: schemaNumber,
    maxAge: Infinity,
    serialize: (query) => query,
    deserialize: (query) => query,
    refetchOnRestore: false,
  });
  const persister: QueryPersister<Answer<T>, K> = async (queryFn, context, query) => {
    let asked = false;
    const result = await inner.persisterFn(
      (inside) => {
        asked = true;
        return queryFn(inside as typeof context); // handed through unchanged by the persister
      },
      context,
      query,
    );
    if (!asked) refetchWhenStale(context.client, context.queryKey);
    return result;
  };
  return persister;
}

/** After the restored answer was taken over with its true age, which happens in a later task. */
function refetchWhenStale(client: QueryClient, queryKey: readonly unknown[]): void {
  setTimeout(() => {
    const query = client.getQueryCache().find({ queryKey });
    if (query === undefined || query.state.fetchStatus !== "idle" || !query.isStale()) return;
    void client.invalidateQueries({ queryKey, exact: true });
  }, 0);
}

/** Of two answers the one whose request began later; a refetch that was overtaken changes nothing. */
function keepNewest(old: unknown, fresh: unknown): unknown {
  const before = old as Answer<unknown> | undefined; // both come from `answered`
  const after = fresh as Answer<unknown>;
  return before !== undefined && before.begun > after.begun ? before : after;
}
