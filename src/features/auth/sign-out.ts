/** Signing out leaves nothing of the account on the device, except changes the user wants to keep (specification 17). */
import { readOutbox, isUnsent } from "../../db/outbox.ts";
import { writeActiveAccount } from "../../db/device.ts";
import { keepOnlyOutbox, wipeAccount } from "../../db/wipe.ts";
import type { App } from "./app.ts";
import { writeSession } from "./session.ts";

/** What is to become of changes that the server does not have. */
export type UnsentChoice = "send" | "keep" | "discard";

export async function countUnsent(app: App): Promise<number> {
  const account = app.account();
  return account === undefined ? 0 : (await readOutbox(account.db)).rows.filter(isUnsent).length;
}

/**
 * Answers how many changes could not be sent: then nothing was done and the user is asked again. Throws when something
 * of the account could not be removed.
 */
export async function signOut(app: App, choice: UnsentChoice): Promise<number> {
  const account = app.account();
  if (account === undefined) return 0;
  if (choice === "send") {
    const left = await account.flush();
    if (left > 0) return left;
  }
  await app.duringAuthFlow(async () => {
    app.loadedAudio()?.stop();
    account.stop();
    // First of all: whatever the worker is asked from here on, it no longer answers from this account.
    await writeActiveAccount(null);
    app.worker.setAccount(null);
    writeSession(app.queryClient, null);
    await (await app.identity()).signOut();
    await app.worker.wipe(account.uid);
    await (choice === "keep" ? keepOnlyOutbox(account.db) : wipeAccount(account.db));
    app.closeAccount();
    app.queryClient.clear();
  });
  return 0;
}
