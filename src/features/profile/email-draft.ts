import { type SetStateAction, useState } from "react";
import { useAccount } from "../../app/app-context.ts";
import type { Account } from "../../sync/account-session.ts";

const drafts = new WeakMap<Account, string>();

/** The new email as it was typed: for the rest of the visit, also on other screens (specification 3.6.2). */
export function useEmailDraft(): [string, (change: SetStateAction<string>) => void] {
  const account = useAccount();
  const [draft, setDraft] = useState(() => drafts.get(account) ?? "");
  const keep = (change: SetStateAction<string>) => {
    const email = typeof change === "function" ? change(drafts.get(account) ?? "") : change;
    drafts.set(account, email);
    setDraft(email);
  };
  return [draft, keep];
}
