/** Lists and deletes databases by name. */
import Dexie from "dexie";
import { withTimeout } from "../lib/with-timeout.ts";

/** A connection that does not close delays a deletion; milliseconds. */
const deletionMs = 5_000;

export const databaseNames = (): Promise<string[]> => Dexie.getDatabaseNames();

/** Rejects if it takes too long. */
export const deleteDatabase = (name: string): Promise<void> => withTimeout(deletionMs, Dexie.delete(name));
