import type { App } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { whenIdle } from "../app/when-idle.ts";
import { missingQueries } from "../db/query-store.ts";
import { isMetered } from "../lib/metered-connection.ts";
import type { Account } from "../sync/account-session.ts";
import { libraryKey } from "../sync/query-keys.ts";

/** After the start, which it must not delay; milliseconds. */
const waitMs = 10_000;
/** Longest wait for an idle page; milliseconds. */
const idleTimeoutMs = 5_000;

/**
 * Fetches the search index of a device that has none, so that it finds the library offline before anybody has searched on
 * it (specification 3.8.4). Not on a metered line. Returns a function that stops it.
 */
export function keepSearchIndex(
  { api, queryClient, online }: Pick<App, "api" | "queryClient" | "online">,
  account: Pick<Account, "db" | "uid">,
): () => void {
  let isStopped = false;
  const isOver = () => isStopped || !online.get() || isMetered();
  async function fetchIndex(): Promise<void> {
    await whenIdle(idleTimeoutMs);
    if (isOver()) return;
    const [name, uid] = libraryKey("search-index", account.uid);
    if ((await missingQueries(account.db, [name], [uid])).length === 0) return;
    const { indexQuery } = await lazyImport(() => import("../features/search/search-index.ts"));
    if (!isOver()) await queryClient.prefetchQuery(indexQuery(api, account));
  }
  const timer = setTimeout(() => {
    fetchIndex().catch((error: unknown) => console.warn("The search index did not come", error));
  }, waitMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
