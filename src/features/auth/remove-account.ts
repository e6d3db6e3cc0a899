/** Removes the account of a sign-out from the device, also for a page that was closed before it had (specification 17.37). */
import type { App } from "../../app/app-context.ts";
import { forgetActiveAccount } from "../../db/active-account.ts";
import { type AccountDatabase, openDatabase } from "../../db/database.ts";
import { keepUploads } from "../../db/upload-rows.ts";
import { keepOnlyUnsent, wipeAccount } from "../../db/wipe-account.ts";
import { lock } from "../../sync/web-lock.ts";
import { readSession, readStoredUid } from "./session.ts";
import { forgetSignOut, readSignOuts } from "./stored-sign-outs.ts";

/** One page at a time: who signs in again waits, so that nothing of the new sign-in is removed. */
export const aloneWithSignOuts = <T>(work: () => Promise<T>): Promise<T> => lock("offbeat-sign-outs", work);

/** Throws if anything is left that should not be. */
export async function removeAccount(db: AccountDatabase, keepsUnsent: boolean): Promise<void> {
  if (!keepsUnsent) return wipeAccount(db);
  // The question has named the uploads: their files stay too (specification 17.38).
  await keepUploads(db, true);
  await keepOnlyUnsent(db);
}

/**
 * Finishes what earlier pages have begun. Never rejects: what fails is tried again by the next start or sign-in.
 * @param atProvider also there, where nobody can be signing in yet
 */
export async function finishSignOuts(app: App, atProvider: boolean): Promise<void> {
  if (readSignOuts().length === 0) return;
  try {
    // Read by whoever has its turn: another page may have finished them, and somebody signed in since.
    await aloneWithSignOuts(async () => {
      for (const { uid, keepsUnsent } of readSignOuts()) {
        // Else the page was closed before it had signed out.
        if (readStoredUid(localStorage) !== uid) {
          await forgetActiveAccount(uid);
          await app.worker.wipe(uid).catch((error: unknown) => console.warn(error));
          await removeAccount(openDatabase(uid), keepsUnsent);
          if (atProvider && readSession(app.queryClient) === null) await (await app.identity()).signOut();
        }
        forgetSignOut(uid);
      }
    });
  } catch (error) {
    console.warn("A sign-out could not be finished", error);
  }
}
