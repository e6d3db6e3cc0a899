/** What a sign-out leaves on the device: nothing, or the unsent changes stripped to what sending needs (specification 17). */
import Dexie from "dexie";
import { audioCache, coverCache, partsCache } from "../../contract/worker-messages.ts";
import { type AccountDatabase, databaseName, openDatabase, uidOf } from "./database.ts";
import { isUnsent } from "./outbox.ts";

/** Deletes everything of the account. Throws when something of it is still there afterwards. */
export async function wipeAccount(db: AccountDatabase): Promise<void> {
  db.close({ disableAutoOpen: true });
  await Dexie.delete(db.name);
  await deleteCaches(db.uid);
  if (await Dexie.exists(databaseName(db.uid)))
    throw new Error("The account's data could not be removed");
}

/** Deletes everything but unsent changes, which lose their titles and covers. */
export async function keepOnlyOutbox(db: AccountDatabase): Promise<void> {
  await db.transaction("rw", db.tables, async () => {
    await db.queries.clear();
    await db.downloads.clear();
    await db.outbox.filter((row) => !isUnsent(row)).delete();
    await db.outbox.toCollection().modify((row) => {
      delete row.snapshot;
    });
  });
  db.close({ disableAutoOpen: true });
  await deleteCaches(db.uid);
}

/**
 * Somebody else signed in after a lost session: what was locked goes, their unsent changes stay for them.
 * @param stopWorker ends what the worker does for an account and removes what it noted about it
 */
export async function wipeOtherAccounts(
  uid: string,
  stopWorker: (other: string) => Promise<void>,
): Promise<void> {
  const others = (await Dexie.getDatabaseNames())
    .flatMap((name) => uidOf(name) ?? [])
    .filter((other) => other !== uid);
  for (const other of others) {
    // A worker that does not answer must not keep this user out; what it wrote goes below.
    await stopWorker(other).catch((error: unknown) => console.warn(error));
    await keepOnlyOutbox(openDatabase(other));
  }
}

async function deleteCaches(uid: string): Promise<void> {
  // Absent on plain http, where nothing was cached either.
  if (!("caches" in globalThis)) return;
  await Promise.all(
    [audioCache(uid), partsCache(uid), coverCache(uid)].map((name) => caches.delete(name)),
  );
}
