/** Removes the account of a sign-out from the device, also for a page that was closed before it had (specification 17.37). */
import type { App } from "../../app/app-context.ts";
import { forgetActiveAccount } from "../../db/active-account.ts";
import { type AccountDatabase, openDatabase } from "../../db/database.ts";
import { keepUploads } from "../../db/upload-rows.ts";
import { keepOnlyUnsent, wipeAccount } from "../../db/wipe-account.ts";
import type { Identity, IdentityUser } from "../../identity/identity.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import { lock } from "../../sync/web-lock.ts";
import { readStoredUid } from "./session.ts";
import { forgetSignOut, isNoted, readSignOuts } from "./stored-sign-outs.ts";

/** The worker's time and that of a deletion, which a tab that is suspended can block; milliseconds. */
const removalMs = 30_000;

/** One page at a time: who signs in again waits, so that nothing of the new sign-in is removed. Rejects after a while. */
export const aloneWithSignOuts = <T>(work: () => Promise<T>): Promise<T> =>
  lock("offbeat-sign-outs", () => withTimeout(removalMs, work()));

/** Throws if anything is left that should not be. */
export async function removeAccount(db: AccountDatabase, keepsUnsent: boolean): Promise<void> {
  if (!keepsUnsent) return wipeAccount(db);
  // The question has named the uploads: their files stay too (specification 17.38).
  await keepUploads(db);
  await keepOnlyUnsent(db);
}

/**
 * Finishes what earlier pages have begun. Never rejects: what fails is tried again by the next start or sign-in.
 * @param isAtProvider whether the provider has none of them any more; else they are for the next start, too
 */
export async function finishSignOuts(app: App, isAtProvider: boolean): Promise<void> {
  for (const { uid } of readSignOuts())
    await aloneWithSignOuts(() => finishOne(app, uid, isAtProvider)).catch((error: unknown) =>
      console.warn("A sign-out could not be finished", error),
    );
}

/** As it is noted by now: another page may have finished it, and somebody signed in since. */
async function finishOne(app: App, uid: string, isAtProvider: boolean): Promise<void> {
  const noted = readSignOuts().find((one) => one.uid === uid);
  if (noted === undefined) return;
  // Else the page was closed before it had signed out.
  if (readStoredUid(localStorage) !== uid) {
    await forgetActiveAccount(uid);
    await app.worker.wipe(uid).catch((error: unknown) => console.warn(error));
    await removeAccount(openDatabase(uid), noted.keepsUnsent);
    if (!isAtProvider) return;
  }
  forgetSignOut(uid);
}

/**
 * Signs a user out at the provider whose sign-out was not finished. Throws if the provider cannot be asked.
 * @param isOurs whether somebody signs in or out on this page
 * @returns whether the provider has none of those users any more
 */
export async function leaveProvider(app: App, isOurs: () => boolean): Promise<boolean> {
  const identity = await app.identity();
  const user = await presentUser(identity);
  if (user === null || !isNoted(user.uid)) return true;
  // In again.
  if (isOurs() || readStoredUid(localStorage) === user.uid) return false;
  await app.duringAuthFlow(() => identity.signOut());
  return true;
}

const presentUser = (identity: Identity) =>
  new Promise<IdentityUser | null>((resolve) => {
    const stop = identity.onChange((user) => {
      resolve(user);
      queueMicrotask(() => stop());
    });
  });
