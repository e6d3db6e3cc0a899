/** What the user searched for lately: on this device, per account, until cleared (specification 3.8.3). */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { useAccount } from "../../app/app-context.ts";
import type { AccountDatabase } from "../../db/database.ts";
import { createQueryStore } from "../../db/query-store.ts";
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
    staleTime: Infinity,
  };
};
const none: readonly string[] = [];
const storeOf = (db: AccountDatabase) => createQueryStore<readonly string[]>(db, v.array(v.string()));

export function useRecentSearches(): readonly string[] {
  return useQuery(recentQuery(useAccount().db)).data ?? none;
}

/** Changes the list; the screens show it at once. */
export function useChangeRecent(): { remember: (text: string) => void; clear: () => void } {
  const { db } = useAccount();
  const client = useQueryClient();
  async function change(edit: (recent: readonly string[]) => string[]): Promise<void> {
    const query = recentQuery(db);
    // Those of earlier visits may not be read yet.
    const next = edit(await client.ensureQueryData(query));
    client.setQueryData(query.queryKey, next);
    await storeOf(db).write(JSON.stringify(query.queryKey), await versioned(db, async () => next));
  }
  return {
    remember: (text) => void change((recent) => withRecent(recent, text)).catch(reportUnwritten),
    clear: () => void change(() => []).catch(reportUnwritten),
  };
}

/** A full or failing disk loses a convenience only. */
const reportUnwritten = (error: unknown) => console.warn("A search could not be kept on the device", error);
