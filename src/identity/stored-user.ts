/**
 * The user that the firebase package keeps on the device, read without the package: by the worker, for which it is too
 * large, and to tell a user who is gone from one whom it could not read.
 */
import Dexie from "dexie";

/** Where firebase 12 keeps its user with the persistence "local"; with the others only its own page can see it. */
const stored = { database: "firebaseLocalStorageDb", table: "firebaseLocalStorage" };

/** As the package wrote it; undefined when nobody is kept. Rejects when the storage cannot be read. */
export async function readStoredUser(apiKey: unknown): Promise<unknown> {
  // Opening would make it, without the table that the package expects.
  if (!(await Dexie.getDatabaseNames()).includes(stored.database)) return undefined;
  const database = new Dexie(stored.database);
  try {
    await database.open();
    // Another version of the package may keep it elsewhere.
    const table = database.tables.find(({ name }) => name === stored.table);
    const row: unknown = await table?.get(`firebase:authUser:${String(apiKey)}:[DEFAULT]`);
    return typeof row === "object" && row !== null && "value" in row ? row.value : undefined;
  } finally {
    database.close();
  }
}
