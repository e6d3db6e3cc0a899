/**
 * Reads the user that the firebase package stores, without the package: for the worker, where it would be too large, and
 * to distinguish a missing user from an unreadable one.
 */
import Dexie from "dexie";

/** Where firebase 12 stores its user with "local" persistence; the other kinds are visible to their page only. */
const stored = { database: "firebaseLocalStorageDb", table: "firebaseLocalStorage" };

/** Returns the raw user; undefined if there is none. Rejects if the storage cannot be read. */
export async function readStoredUser(apiKey: unknown): Promise<unknown> {
  // Opening would create it without the table that the package expects.
  if (!(await Dexie.getDatabaseNames()).includes(stored.database)) return undefined;
  const database = new Dexie(stored.database);
  try {
    await database.open();
    // Another version of the package may use another table.
    const table = database.tables.find(({ name }) => name === stored.table);
    const row: unknown = await table?.get(`firebase:authUser:${String(apiKey)}:[DEFAULT]`);
    return typeof row === "object" && row !== null && "value" in row ? row.value : undefined;
  } finally {
    database.close();
  }
}
