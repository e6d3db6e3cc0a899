/** What the user searched for lately: on this device, per account, until cleared (specification 3.8.3). */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { useAccount } from "../../app/app-context.ts";
import type { AccountDatabase } from "../../db/database.ts";
import { createQueryStore, forgetQueries } from "../../db/query-store.ts";
import { versioned } from "../../db/versioned-result.ts";
import { foldQuery } from "./match.ts";

const maxRecent = 8;

/** Newest first; a text that differs only by case replaces the older one. */
export function withRecent(recent: readonly string[], text: string): string[] {
  const query = foldQuery(text);
  if (query === "") return [...recent];
  return [text.trim(), ...recent.filter((other) => foldQuery(other) !== query)].slice(0, maxRecent);
}

/** No server knows them: the store is where they come from. */
const recentQuery = (db: AccountDatabase) => {
  const queryKey = ["recent-searches", db.uid] as const;
  return {
    queryKey,
    queryFn: async () => (await storeOf(db).read(JSON.stringify(queryKey)))?.data.value ?? none,
    // Another tab may have changed them.
    staleTime: 0,
  };
};
const none: readonly string[] = [];
const storeOf = (db: AccountDatabase) => createQueryStore<readonly string[]>(db, v.array(v.string()));

export function useRecentSearches(): readonly string[] {
  return useQuery(recentQuery(useAccount().db)).data ?? none;
}

/** One change after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Changes the list as it is stored; the screens show it at once. */
export function useChangeRecent(): { remember: (text: string) => void; clear: () => void } {
  const { db } = useAccount();
  const client = useQueryClient();
  async function change(edit: (recent: readonly string[]) => string[]): Promise<void> {
    const { queryKey, queryFn } = recentQuery(db);
    const next = edit(await queryFn());
    // A deletion needs no room on a full disk.
    if (next.length === 0) await forgetQueries(db, [queryKey]);
    else {
      const stored = versioned(db, async () => next).then((result) =>
        storeOf(db).write(JSON.stringify(queryKey), result),
      );
      await stored.catch(reportUnwritten);
    }
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, next);
  }
  const inTurn = (edit: Parameters<typeof change>[0]) => {
    last = last.then(() => change(edit)).catch(reportUnwritten);
  };
  return { remember: (text) => inTurn((recent) => withRecent(recent, text)), clear: () => inTurn(() => []) };
}

/** A full or failing disk loses a convenience only. */
const reportUnwritten = (error: unknown) => console.warn("A search could not be kept on the device", error);
