/** Whether the server wants uploads of an account: it may have named a time to a batch, or to the sender of what waits. */
import type { Account } from "../../sync/account-session.ts";
import { longestWaitMs } from "../../sync/backoff.ts";

const ends = new WeakMap<Account, number>();

/** How long the pause still is; milliseconds. */
export const pauseLeft = (account: Account): number => Math.max(0, (ends.get(account) ?? 0) - Date.now());

/** Begins a pause in place of the one that there is; 0 ends it. */
export const pauseUploads = (account: Account, ms: number): void =>
  void ends.set(account, Date.now() + Math.min(ms, longestWaitMs));
