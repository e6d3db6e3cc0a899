/** The songs that the device had no room for, and that go up from this page alone: a sign-out loses them (specification 17.38). */
import { weakMemoize } from "../../contract/rules/weak-memoize.ts";
import { createStore, type ReadableStore, type Store } from "../lib/store.ts";
import type { Account } from "./account-session.ts";

const storeOf = weakMemoize<Account, Store<readonly string[]>>(() => createStore<readonly string[]>([]));

/** Records the titles of those that are not sent. */
export function notePageUploads(account: Account, titles: readonly string[]): void {
  const store = storeOf(account);
  // Each step of an upload asks again.
  if (JSON.stringify(titles) !== JSON.stringify(store.get())) store.set(titles);
}

/** The titles of those that are not sent. */
export const pageUploads: (account: Account) => ReadableStore<readonly string[]> = storeOf;
