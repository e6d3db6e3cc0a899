/** The worker's updates of the table `downloads`: takes the next song and records the outcome (specification 17.9). */
import type { Download } from "../contract/worker-messages.ts";
import type { AccountDatabase } from "../src/db/database.ts";
import { isMetered } from "../src/lib/metered-connection.ts";
import { holdOf, isWaiting, readSettings } from "../src/sync/download-settings.ts";
import { isOverLimit, longestRetryMs, wantedAgain } from "../src/sync/download-plan.ts";
import { backoff, isDue } from "../src/sync/backoff.ts";

/** Consecutive mismatches until a song is given up for a day or until the user retries, to save traffic. */
const mismatchesMost = 5;

/** Delay before songs that were gone or found no space are retried; milliseconds. */
const laterMs = 15 * 60_000;

/** A song to fetch, milliseconds until one is due, or undefined for nothing to do, or nothing that may be done now. */
type Next = Download | number | undefined;

/** What a run still has to fetch, as it was last read: ids by descending rank. */
export interface Remaining {
  ids: string[];
}

/**
 * Marks the due song with the highest rank as downloading. Reads all rows only when none of `remaining` is due: to do so
 * for each song would take longer than to fetch it where thousands wait.
 * @param busy songs being downloaded; the taken one is added
 * @param remaining empty it to have new songs considered
 */
export function takeNext(db: AccountDatabase, busy: Set<string>, now: number, remaining: Remaining): Promise<Next> {
  return db.transaction("rw", db.downloads, db.settings, async () => {
    // `downloading` but not busy: left by a worker that died.
    const [waiting, left] = [rowsIn(db, "wanted"), rowsIn(db, "downloading")];
    const count = (await waiting.count()) + (await left.count());
    if (holdOf(await readSettings(db), count, isMetered()) !== undefined) return undefined;
    const known = await findDue(db, busy, now, remaining);
    if (known !== undefined) return take(db, busy, known);
    const rows = [...(await waiting.toArray()), ...(await left.toArray())];
    const open = rows.filter(({ songId }) => !busy.has(songId)).sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0));
    remaining.ids = open.map(({ songId }) => songId);
    const row = open.find((one) => isDue(one, now));
    if (row !== undefined) return take(db, busy, row);
    return open.length === 0 ? undefined : Math.min(...open.map(({ notBefore = 0 }) => notBefore - now));
  });
}

/** One state at a time: Dexie would count and read several with a cursor, row by row. */
const rowsIn = (db: AccountDatabase, state: "wanted" | "downloading") => db.downloads.where("state").equals(state);

/** The first of `remaining` that is due. It goes, and so do those before it: they are done, busy or due later. */
async function findDue(db: AccountDatabase, busy: Set<string>, now: number, { ids }: Remaining) {
  for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
    const row = busy.has(id) ? undefined : await db.downloads.get(id);
    if (row && isWaiting(row) && isDue(row, now)) return row;
  }
  return undefined;
}

async function take(db: AccountDatabase, busy: Set<string>, row: Download): Promise<Download> {
  busy.add(row.songId);
  const taken: Download = { ...row, state: "downloading" };
  await db.downloads.put(taken);
  return taken;
}

/** Changes a row if the same file is still wanted, within the user's limit. Returns whether it is. */
export function changeRow(db: AccountDatabase, row: Download, change: (now: Download) => Download): Promise<boolean> {
  return db.transaction("rw", db.downloads, async () => {
    const present = await db.downloads.get(row.songId);
    if (present === undefined || present.path !== row.path || isOverLimit(present)) return false;
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

/**
 * The device failed: the others are tried first, hence due only after the rest that the failure brings (`download-rests.ts`).
 * What has come is gone.
 */
export const markPutOff = (db: AccountDatabase, row: Download, now: number, random: number) =>
  changeRow(db, row, (present) => {
    const attempts = (present.attempts ?? 0) + 1;
    return { ...present, state: "wanted", received: 0, attempts, notBefore: now + backoff(attempts + 2, random) };
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
      notBefore: now + (isGivenUp ? longestRetryMs : backoff(attempts, random)),
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

/**
 * Fails the song and every waiting one that is not smaller, because they would not fit either; of one whose size is unknown
 * nothing follows. The song first: a full disk may take one row and not many.
 */
export async function markFull(db: AccountDatabase, row: Download, now: number): Promise<void> {
  const fail = (one: Download): Download => ({
    ...one,
    state: "failed",
    problem: "quota",
    received: 0,
    notBefore: now + laterMs,
  });
  await changeRow(db, row, fail);
  if (row.bytes === 0) return;
  await db.transaction("rw", db.downloads, async () => {
    const waiting = await db.downloads.where("state").equals("wanted").toArray();
    await db.downloads.bulkPut(waiting.filter(({ bytes }) => bytes >= row.bytes).map(fail));
  });
}
