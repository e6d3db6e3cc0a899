/** Signing out leaves nothing of the account on the device, except changes the user wants to keep (specification 17). */
import { readOutbox, unsentIn, unsentPlaysIn } from "../../db/outbox-table.ts";
import { writeActiveAccount } from "../../db/active-account.ts";
import { keepOnlyOutbox, wipeAccount } from "../../db/wipe-account.ts";
import type { App } from "../../app/app-context.ts";
import { writeSession } from "./session.ts";

/** What is to become of changes that the server does not have. */
export type UnsentChoice = "send" | "keep" | "discard";

/** What the server does not have. */
export interface Unsent {
  changes: number;
  plays: number;
}

export async function countUnsent(app: App): Promise<Unsent> {
  const account = app.account();
  if (account === undefined) return { changes: 0, plays: 0 };
  const outbox = await readOutbox(account.db);
  const plays = unsentPlaysIn(outbox);
  return { changes: unsentIn(outbox) - plays, plays };
}

/**
 * Answers how many changes could not be sent: then nothing was done and the user is asked again. Throws when something
 * of the account could not be removed, and the reason of `unwanted` where the user thought better of it while changes
 * were being sent; then nothing was done either.
 */
export async function signOut(app: App, choice: UnsentChoice, unwanted?: AbortSignal): Promise<number> {
  const account = app.account();
  if (account === undefined) return 0;
  if (choice === "send") {
    // Whoever gave this up may have left by now in another way, with the database that it asks.
    const left = await account.flush().finally(() => unwanted?.throwIfAborted());
    if (left > 0) return left;
  }
  await app.duringAuthFlow(async () => {
    const failures: unknown[] = [];
    // What fails must not keep the rest on the device.
    const attempt = (work: () => Promise<unknown>) => work().catch((error: unknown) => failures.push(error));
    app.loadedAudio()?.stop();
    account.stop();
    // First of all: whatever the worker is asked from here on, it no longer answers from this account.
    await attempt(() => writeActiveAccount(null));
    app.worker.setAccount(null);
    writeSession(app.queryClient, null);
    await Promise.all([
      // Its package may first have to be loaded, over a network that is not there.
      attempt(async () => (await app.identity()).signOut()),
      attempt(() => app.worker.wipe(account.uid)).then(() =>
        attempt(() => (choice === "keep" ? keepOnlyOutbox(account.db) : wipeAccount(account.db))),
      ),
    ]);
    app.closeAccount();
    app.queryClient.clear();
    if (failures.length > 0) throw new AggregateError(failures, "Something of the account could not be removed");
  });
  return 0;
}
