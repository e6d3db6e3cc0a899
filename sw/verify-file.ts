/**
 * Verifies a cached song that failed to play, because disks fail and browsers lose stored data. Drops a damaged file and
 * queues the song again (specification 17.51).
 */
import { bytesToHex } from "@noble/hashes/utils.js";
import Dexie from "dexie";
import { audioCache, type Download, type StoredFile } from "../contract/worker-messages.ts";
import { databaseName, openDatabase } from "../src/db/database.ts";
import { wantedAgain } from "../src/sync/download-plan.ts";
import { drop, find, hasAllBytes, keyOf } from "./account-caches.ts";
import { hashBlob } from "./hash-blob.ts";

/** @param path the cache key of the song's audio */
export async function verifyFile(uid: string, path: string): Promise<StoredFile> {
  // Opening would recreate it after a sign-out.
  if (!(await Dexie.exists(databaseName(uid)))) return "absent";
  const db = openDatabase(uid);
  try {
    const rows = await db.downloads.where("path").equals(path).toArray();
    const row = rows.find(({ state }) => state === "ready");
    if (row === undefined) return "absent";
    if (await isWhole(row, await find(audioCache(uid), keyOf(path)))) return "whole";
    const isStillThere = await db.transaction("rw", db.downloads, async () => {
      const present = await db.downloads.where("path").equals(path).toArray();
      if (!present.some(({ state }) => state === "ready")) return false;
      await db.downloads.bulkPut(present.map(wantedAgain));
      return true;
    });
    // Another check was faster: what lies there by now was fetched again.
    if (!isStillThere) return "absent";
    // The row first: a crash in between leaves a file that the next download overwrites, not a row without a file.
    await drop(audioCache(uid), keyOf(path));
    return "dropped";
  } finally {
    db.close();
  }
}

async function isWhole(row: Download, stored: Response | undefined): Promise<boolean> {
  if (stored === undefined) return false;
  try {
    const file = await stored.blob();
    if (!hasAllBytes(file, stored)) return false;
    if (row.bytes > 0 && file.size !== row.bytes) return false;
    return row.sha256 === null || row.sha256 === bytesToHex((await hashBlob(file)).digest());
  } catch {
    // The browser cannot read the file.
    return false;
  }
}
