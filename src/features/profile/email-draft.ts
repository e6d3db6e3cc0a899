import { useState } from "react";
import { useAccount } from "../../app/app-context.ts";
import type { Account } from "../../sync/account-session.ts";

const drafts = new WeakMap<Account, string>();

/** The new email as it was typed: for the rest of the visit, also on other screens (specification 3.6.2). */
export function useEmailDraft(): [string, (email: string) => void] {
  const account = useAccount();
  const [draft, setDraft] = useState(() => drafts.get(account) ?? "");
  const keep = (email: string) => {
    drafts.set(account, email);
    setDraft(email);
  };
  return [draft, keep];
}
