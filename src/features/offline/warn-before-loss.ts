/** Warns before a page is left whose unsent changes go with it (specification 2.20). */
import { unsentIn, unsentPlaysIn } from "../../db/outbox-table.ts";
import type { Account } from "../../sync/account-session.ts";
import { recordedNames } from "../auth/session-key.ts";

/** Returns a stop function. */
export function warnBeforeLoss({ outbox, uploads, db }: Pick<Account, "outbox" | "uploads" | "db">): () => void {
  const stopped = new AbortController();
  const warn = (event: BeforeUnloadEvent) => {
    // Another tab has signed out: nothing is left to lose.
    if (recordedNames().includes(db.name)) event.preventDefault();
  };
  let isWarning = false;
  const update = () => {
    const now = outbox.get();
    const hasChanges = now !== undefined && unsentIn(now) > unsentPlaysIn(now);
    const hasUnsent = hasChanges || (uploads.get()?.length ?? 0) > 0;
    if (hasUnsent === isWarning) return;
    isWarning = hasUnsent;
    // Only while needed: with a listener Firefox keeps no page for a return.
    if (hasUnsent) addEventListener("beforeunload", warn, { signal: stopped.signal });
    else removeEventListener("beforeunload", warn);
  };
  const unsubscribe = [outbox.subscribe(update), uploads.subscribe(update)];
  update();
  return () => {
    for (const end of unsubscribe) end();
    stopped.abort();
  };
}
