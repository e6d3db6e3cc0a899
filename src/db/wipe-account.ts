/** Wipes an account from the device at a sign-out, wholly or except for its unsent changes. */
import Dexie from "dexie";
import { dropUnkept } from "./upload-rows.ts";
import { audioCache, coverCache, partsCache } from "../../contract/worker-messages.ts";
import { type AccountDatabase, databaseName, openDatabase, type OutboxRow, uidOf } from "./database.ts";

/** Deletes everything of the account. Throws if anything is left. */
export async function wipeAccount(db: AccountDatabase): Promise<void> {
  db.close({ disableAutoOpen: true });
  await Dexie.delete(db.name);
  await deleteCaches(db.uid);
  if (await Dexie.exists(databaseName(db.uid))) throw new Error(notRemoved);
}

/**
 * Deletes everything except unsent changes, which lose their titles and covers, and the uploads that their owner wants to
 * keep. Throws if anything else is left.
 */
export async function keepOnlyUnsent(db: AccountDatabase): Promise<void> {
  await dropUnkept(db);
  const needed: readonly string[] = [db.outbox, db.counters, db.uploads, db.uploadPieces].map(({ name }) => name);
  const emptied = db.tables.filter(({ name }) => !needed.includes(name));
  await db.transaction("rw", db.tables, async () => {
    for (const table of emptied) await table.clear();
    await db.outbox.where("state").equals("acked").delete();
    await db.outbox.toCollection().modify((row) => {
      for (const name of Object.keys(row)) if (!keptFields.has(name)) Reflect.deleteProperty(row, name);
    });
  });
  const counts = await Promise.all(emptied.map((table) => table.count()));
  const left = counts.reduce((sum, count) => sum + count, 0);
  const rows = await db.outbox.toArray();
  const isStripped = rows.every((row) => Object.keys(row).every((name) => keptFields.has(name)));
  db.close({ disableAutoOpen: true });
  await deleteCaches(db.uid);
  if (left > 0 || !isStripped) throw new Error(notRemoved);
}

const notRemoved = "The account's data could not be removed";

/** The fields that sending a change later needs (specification 17.38). */
const keptFields: ReadonlySet<string> = new Set<keyof OutboxRow>([
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
  "mayBeDone",
]);

/**
 * Wipes the data of a lost session when another user signs in; the unsent changes stay for their owner.
 * @param uid the account to leave alone, if any
 * @param stopWorker stops the worker's tasks for an account and removes its records
 */
export async function wipeOtherAccounts(
  uid: string | undefined,
  stopWorker: (other: string) => Promise<void>,
): Promise<void> {
  const others = (await Dexie.getDatabaseNames()).flatMap((name) => uidOf(name) ?? []).filter((other) => other !== uid);
  for (const other of others) {
    // A hanging worker must not block this sign-in; `keepOnlyUnsent` deletes what it wrote.
    await stopWorker(other).catch((error: unknown) => console.warn(error));
    await keepOnlyUnsent(openDatabase(other));
  }
}

async function deleteCaches(uid: string): Promise<void> {
  // Absent on plain http, where nothing is ever cached.
  if (!("caches" in globalThis)) return;
  const names = [audioCache(uid), partsCache(uid), coverCache(uid)];
  await Promise.all(names.map((name) => caches.delete(name)));
  for (const name of names) if (await caches.has(name)) throw new Error(notRemoved);
}
