import { type SetStateAction, useSyncExternalStore } from "react";
import { useAccount } from "../../app/app-context.ts";
import { createStore, type Store } from "../../lib/store.ts";
import type { Account } from "../../sync/account-session.ts";

const drafts = new WeakMap<Account, Store<string>>();

/** The new email as it was typed: for the rest of the visit, also on other screens (specification 3.6.2). */
export function useEmailDraft(): [string, (change: SetStateAction<string>) => void] {
  const account = useAccount();
  const draft = drafts.get(account) ?? createStore("");
  drafts.set(account, draft);
  const email = useSyncExternalStore(draft.subscribe, draft.get);
  return [email, (change) => draft.set(typeof change === "function" ? change(draft.get()) : change)];
}
