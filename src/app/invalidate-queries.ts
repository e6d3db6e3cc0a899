/** Invalidates cached results, whose screens ask for them again: the server's state has changed. */
import type { QueryClient } from "@tanstack/react-query";

/** @param keys those of queries, or their beginnings */
export function invalidateQueries(client: QueryClient, keys: readonly (readonly unknown[])[]): void {
  for (const queryKey of keys) {
    const firstRequests = client
      .getQueryCache()
      .findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
    void client.invalidateQueries({ queryKey });
    // The library does not begin these again, and their answers may be older than the change.
    for (const query of firstRequests)
      query.fetch().then(
        () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
        () => {},
      );
  }
}
