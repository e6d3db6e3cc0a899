/** The worker's updates of the table `downloads`: takes the next song and records the outcome (specification 17.9). */
import type { Download } from "../contract/worker-messages.ts";
import type { AccountDatabase } from "../src/db/database.ts";
import { isMetered } from "../src/lib/metered-connection.ts";
import { holdOf, readSettings } from "../src/sync/download-settings.ts";
import { longestRestMs, wantedAgain } from "../src/sync/download-plan.ts";
import { backoff, longestWaitMs } from "../src/sync/backoff.ts";

/** Consecutive mismatches until a song is given up for a day or until the user retries, to save traffic. */
const mismatchesMost = 5;

/** Delay before songs that were gone or found no space are retried; milliseconds. */
const laterMs = 15 * 60_000;

/** A song to fetch, milliseconds until one is due, or undefined for nothing to do, or nothing that may be done now. */
export type Next = Download | number | undefined;

/**
 * Marks the due song with the highest rank as downloading.
 * @param busy songs being downloaded; the taken one is added
 */
export function takeNext(db: AccountDatabase, busy: Set<string>, now: number): Promise<Next> {
  return db.transaction("rw", db.downloads, db.settings, async () => {
    // `downloading` but not busy: left by a worker that died.
    const rows = await db.downloads.where("state").anyOf("wanted", "downloading").toArray();
    if (holdOf(await readSettings(db), rows.length, isMetered()) !== undefined) return undefined;
    const open = rows.filter(({ songId }) => !busy.has(songId)).sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0));
    const waits = open.map(({ notBefore = 0 }) => notBefore - now);
    // A time beyond the longest wait was written by a wrong clock.
    const row = open.find((_, index) => !isWaiting(waits[index]));
    if (row === undefined) return waits.length === 0 ? undefined : Math.min(...waits);
    busy.add(row.songId);
    const taken: Download = { ...row, state: "downloading" };
    await db.downloads.put(taken);
    return taken;
  });
}

const isWaiting = (ms = 0) => ms > 0 && ms <= longestWaitMs;

/** Changes a row if it still refers to the same file. Returns whether it does. */
export function changeRow(db: AccountDatabase, row: Download, change: (now: Download) => Download): Promise<boolean> {
  return db.transaction("rw", db.downloads, async () => {
    const present = await db.downloads.get(row.songId);
    if (present === undefined || present.path !== row.path) return false;
    await db.downloads.put(change(present));
    return true;
  });
}

export const markReady = (db: AccountDatabase, row: Download, bytes: number) =>
  changeRow(db, row, (present) => ({ ...wantedAgain(present), state: "ready", received: bytes }));

/** The network failed, not the song: due again at the next run. */
export const markUnreached = (db: AccountDatabase, row: Download) =>
  changeRow(db, row, (present) => ({ ...present, state: "wanted", problem: "network" }));

/** The downloads are paused: what has come stays. */
export const markPaused = (db: AccountDatabase, row: Download) =>
  changeRow(db, row, (present) => ({ ...present, state: "wanted" }));

/** @param progressed whether bytes arrived before the connection was cut */
export const markCut = (db: AccountDatabase, row: Download, progressed: boolean, now: number, random: number) =>
  changeRow(db, row, (present) => {
    const attempts = progressed ? 1 : (present.attempts ?? 0) + 1;
    return {
      ...present,
      state: "wanted",
      problem: "network",
      attempts,
      notBefore: now + backoff(attempts, random),
    };
  });

export const markMismatch = (db: AccountDatabase, row: Download, now: number, random: number) =>
  changeRow(db, row, (present) => {
    const attempts = (present.attempts ?? 0) + 1;
    const isGivenUp = attempts >= mismatchesMost;
    return {
      ...present,
      state: isGivenUp ? "failed" : "wanted",
      problem: "mismatch",
      received: 0,
      attempts,
      notBefore: now + (isGivenUp ? longestRestMs : backoff(attempts, random)),
    };
  });

export const markGone = (db: AccountDatabase, row: Download, now: number) =>
  changeRow(db, row, (present) => ({
    ...present,
    state: "failed",
    problem: "gone",
    received: 0,
    notBefore: now + laterMs,
  }));

/** Fails the song and every waiting one that is not smaller, because they would not fit either. */
export function markFull(db: AccountDatabase, row: Download, now: number): Promise<void> {
  return db.transaction("rw", db.downloads, async () => {
    const waiting = await db.downloads.where("state").equals("wanted").toArray();
    const present = await db.downloads.get(row.songId);
    const full = [...waiting.filter(({ bytes }) => bytes >= row.bytes), ...(present === undefined ? [] : [present])];
    const failed = {
      state: "failed",
      problem: "quota",
      received: 0,
      notBefore: now + laterMs,
    } as const;
    await db.downloads.bulkPut(full.map((one) => ({ ...one, ...failed })));
  });
}
