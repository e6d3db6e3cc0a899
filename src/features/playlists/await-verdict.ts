/** What the server makes of a change of a playlist that is on its way. */
import { targetOf } from "../../../contract/outbox-operations.ts";
import { discard } from "../../db/outbox-decisions.ts";
import { isUnsent, type ParsedRow, readOutbox } from "../../db/outbox-table.ts";
import type { Account } from "../../sync/account-session.ts";

/** Longer than a server takes, shorter than somebody waits; milliseconds. */
const patienceMs = 4_000;

/**
 * Waits until the server has answered the changes of a playlist, for a few seconds. Returns the refused one, which is
 * then no longer queued: the form that made it says why. Undefined if it was accepted or is still on its way.
 */
export async function takeRefused(
  account: Pick<Account, "db" | "outbox">,
  playlistId: string,
  waitMs: number = patienceMs,
): Promise<ParsedRow | undefined> {
  const target = targetOf({ kind: "delete-playlist", playlistId });
  const end = Date.now() + waitMs;
  for (;;) {
    const changed = nextChange(account.outbox, end - Date.now());
    const rows = (await readOutbox(account.db)).rows.filter((row) => row.target === target);
    const refused = rows.find(({ state }) => state === "attention");
    if (refused !== undefined) await discard(account.db, refused.seq);
    if (refused !== undefined || !rows.some(isUnsent) || !(await changed)) return refused;
  }
}

/** Resolves with true at the next change of the queue, with false after `ms` without one. */
const nextChange = (outbox: Account["outbox"], ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isChange: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isChange);
    };
    const timer = setTimeout(() => settle(false), Math.max(0, ms));
    const stop = outbox.subscribe(() => settle(true));
  });
