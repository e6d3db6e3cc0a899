/** What a sign-out leaves on the device: nothing, or the unsent changes stripped to what sending needs (specification 17). */
import Dexie from "dexie";
import { audioCache, coverCache, partsCache } from "../../contract/worker-messages.ts";
import { type AccountDatabase, databaseName, openDatabase, type OutboxRow, uidOf } from "./database.ts";

/** Deletes everything of the account. Throws when something of it is still there afterwards. */
export async function wipeAccount(db: AccountDatabase): Promise<void> {
  db.close({ disableAutoOpen: true });
  await Dexie.delete(db.name);
  await deleteCaches(db.uid);
  if (await Dexie.exists(databaseName(db.uid))) throw new Error(notRemoved);
}

/**
 * Deletes everything but changes that the server does not have, which lose their titles and covers. Throws when
 * something else is still there afterwards.
 */
export async function keepOnlyOutbox(db: AccountDatabase): Promise<void> {
  await db.transaction("rw", db.tables, async () => {
    await db.queries.clear();
    await db.downloads.clear();
    await db.outbox.where("state").equals("acked").delete();
    await db.outbox.toCollection().modify((row) => {
      for (const name of Object.keys(row)) if (!kept.has(name)) Reflect.deleteProperty(row, name);
    });
  });
  const left = (await db.queries.count()) + (await db.downloads.count());
  const rows = await db.outbox.toArray();
  const isStripped = rows.every((row) => Object.keys(row).every((name) => kept.has(name)));
  db.close({ disableAutoOpen: true });
  await deleteCaches(db.uid);
  if (left > 0 || !isStripped) throw new Error(notRemoved);
}

const notRemoved = "The account's data could not be removed";

/** What sending a change later needs (specification 17.38). */
const kept: ReadonlySet<string> = new Set<keyof OutboxRow>([
  "seq",
  "id",
  "uid",
  "target",
  "operation",
  "version",
  "state",
  "attempts",
  "notBefore",
  "sentAfter",
]);

/**
 * Somebody else signed in after a lost session: what was locked goes, their unsent changes stay for them.
 * @param stopWorker ends what the worker does for an account and removes what it noted about it
 */
export async function wipeOtherAccounts(uid: string, stopWorker: (other: string) => Promise<void>): Promise<void> {
  const others = (await Dexie.getDatabaseNames()).flatMap((name) => uidOf(name) ?? []).filter((other) => other !== uid);
  for (const other of others) {
    // A worker that does not answer must not keep this user out; what it wrote goes below.
    await stopWorker(other).catch((error: unknown) => console.warn(error));
    await keepOnlyOutbox(openDatabase(other));
  }
}

async function deleteCaches(uid: string): Promise<void> {
  // Absent on plain http, where nothing was cached either.
  if (!("caches" in globalThis)) return;
  const names = [audioCache(uid), partsCache(uid), coverCache(uid)];
  await Promise.all(names.map((name) => caches.delete(name)));
  for (const name of names) if (await caches.has(name)) throw new Error(notRemoved);
}
