/** The songs that the device had no room for, and that go up from this page alone: a sign-out loses them (specification 17.38). */
import type { Account } from "./account-session.ts";

const known = new WeakMap<Account, readonly string[]>();

/** Records the titles of those that are not sent. */
export const notePageUploads = (account: Account, titles: readonly string[]): void => void known.set(account, titles);

/** The titles of those that are not sent. */
export const pageUploads = (account: Account): readonly string[] => known.get(account) ?? [];
