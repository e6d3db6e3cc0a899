/** The songs that the device had no room for, and that are in this page alone: a sign-out loses them (specification 17.38). */
import { weakMemoize } from "../../contract/rules/weak-memoize.ts";
import { createStore, type ReadableStore, type Store } from "../lib/store.ts";
import type { Account } from "./account-session.ts";

/** Their titles. */
interface PageUploads {
  /** They are being sent, or wait for that. */
  going: readonly string[];
  /** They are back in the dialog, for the user to decide. */
  refused: readonly string[];
}

const storeOf = weakMemoize<Account, Store<PageUploads>>(() => createStore<PageUploads>({ going: [], refused: [] }));

export function notePageUploads(account: Account, songs: PageUploads): void {
  const store = storeOf(account);
  // Each step of an upload asks again.
  if (JSON.stringify(songs) !== JSON.stringify(store.get())) store.set(songs);
}

export const pageUploads: (account: Account) => ReadableStore<PageUploads> = storeOf;

/** The titles of all that a sign-out would lose. */
export function lostWithPage(account: Account): readonly string[] {
  const { going, refused } = storeOf(account).get();
  return [...going, ...refused];
}
