/**
 * Keeps the table `downloads` and the files on the device in step with the songs that are wanted there (specification
 * 17.8). The worker fetches what a row says is wanted; this decides which rows there are. Runs in page and worker.
 */
import type { SongSnapshot } from "../../contract/songs.ts";
import * as v from "valibot";
import { Download } from "../../contract/worker-messages.ts";
import type { AccountDatabase } from "../db/database.ts";
import { createPlanner, type PlanInput, wantedAgain } from "./download-plan.ts";
import { deleteInBatches, putInBatches, readInBatches } from "../db/batches.ts";
import { createYielding } from "../lib/yield-to-event-loop.ts";
import { cachedSongFiles, type SongFiles } from "./cached-song-files.ts";

/** Held by whoever downloads for this account. */
export const downloadLock = (uid: string) => `offbeat-download-${uid}`;

/**
 * Adds rows for wanted songs, refreshes snapshots, marks files that are gone or cut, and removes songs that are no
 * longer wanted. To be called only when the list of wanted songs is really known: an empty list empties the device.
 * @param desired wanted songs, most wanted first
 * @param keep ids that must not be removed: an unlike that is not acknowledged, the song that plays, a favourite whose
 *   data this device has not seen yet
 * @returns whether a worker has something to fetch
 */
export async function reconcile(
  db: AccountDatabase,
  desired: readonly SongSnapshot[],
  keep: ReadonlySet<string>,
  files: SongFiles | undefined = cachedSongFiles(db.uid),
  running: (uid: string) => Promise<boolean> = isDownloading,
): Promise<boolean> {
  if (files === undefined) return false;
  const [lying, checked, isRunning] = await Promise.all([files.paths(), checkFiles(db, files), running(db.uid)]);
  const plan = await db.transaction("rw", db.downloads, async () => {
    const planner = createPlanner({
      desired,
      keep,
      checked,
      running: isRunning,
      now: Date.now(),
    });
    const unreadable: string[] = [];
    // Read again: the worker may have finished a song since. What it finished is not in `checked`, so not judged.
    await readInBatches(db.downloads, (rows) => {
      const readable = new Set(rows.filter(isReadable));
      planner.take([...readable]);
      for (const row of rows) if (!readable.has(row)) unreadable.push(row.songId);
    });
    const next = planner.finish();
    await deleteInBatches(db.downloads, [...next.remove, ...unreadable]);
    await putInBatches(db.downloads, next.put);
    return next;
  });
  const left = lying.filter((path) => !plan.paths.has(path));
  return (await removeFiles(db, files, left)) || plan.isUnfinished;
}

/**
 * The same for some songs only, in time that does not grow with the list. Leftovers and covers stay for the comparison
 * of all.
 * @param ids of the songs; what is neither in `desired` nor in `keep` goes
 * @param outranked the highest rank of a row so far
 */
export async function reconcileSome(
  db: AccountDatabase,
  ids: ReadonlySet<string>,
  { desired, keep, outranked }: Pick<PlanInput, "desired" | "keep"> & { outranked: number },
  files: SongFiles | undefined = cachedSongFiles(db.uid),
  running: (uid: string) => Promise<boolean> = isDownloading,
): Promise<boolean> {
  if (files === undefined) return false;
  const [checked, isRunning] = await Promise.all([checkFiles(db, files, [...ids]), running(db.uid)]);
  const { plan, left } = await db.transaction("rw", db.downloads, async () => {
    const present = (await db.downloads.bulkGet([...ids])).filter((row) => row !== undefined);
    const rows = present.filter(isReadable);
    const planner = createPlanner({
      desired,
      keep,
      outranked,
      checked,
      running: isRunning,
      now: Date.now(),
    });
    planner.take(rows);
    const next = planner.finish();
    const unreadable = present.filter((row) => !rows.includes(row)).map((row) => row.songId);
    await db.downloads.bulkDelete([...next.remove, ...unreadable]);
    await db.downloads.bulkPut(next.put);
    const before = rows.map((row) => row.path).filter((path) => !next.paths.has(path));
    const shared = new Set(await db.downloads.where("path").anyOf(before).keys());
    return { plan: next, left: before.filter((path) => !shared.has(path)) };
  });
  return (await removeFiles(db, files, left)) || plan.isUnfinished;
}

/**
 * Removes files whose rows are gone: a crash in between leaves files that the next comparison removes. Answers whether
 * songs that found no space are wanted again.
 */
async function removeFiles(db: AccountDatabase, files: SongFiles, paths: readonly string[]): Promise<boolean> {
  await Promise.all(paths.map((path) => files.remove(path)));
  if (paths.length === 0) return false;
  // Not before: a worker that still runs would take them up while there is no space yet.
  return db.transaction("rw", db.downloads, async () => {
    const failed = await db.downloads.where("state").equals("failed").toArray();
    const full = failed.filter(({ problem }) => problem === "quota");
    await putInBatches(db.downloads, full.map(wantedAgain));
    return full.length > 0;
  });
}

/** Makes failed songs wanted again, because the user asks for it or has freed space. */
export async function retryFailed(db: AccountDatabase): Promise<void> {
  await db.transaction("rw", db.downloads, async () => {
    const failed = await db.downloads.where("state").equals("failed").toArray();
    await putInBatches(db.downloads, failed.map(wantedAgain));
  });
}

/** Lengths of the files of songs that count as ready; of all such songs where no ids are given. */
async function checkFiles(
  db: AccountDatabase,
  files: SongFiles,
  ids?: readonly string[],
): Promise<Map<string, number | undefined>> {
  const sizes = new Map<string, number | undefined>();
  const asked = ids ?? (await db.downloads.where("state").equals("ready").primaryKeys());
  const yieldIfLong = createYielding();
  for (let start = 0; start < asked.length; start += filesAtOnce) {
    const rows = await db.downloads.bulkGet(asked.slice(start, start + filesAtOnce));
    const readable = rows.filter((row) => row?.state === "ready").filter(isReadable);
    await Promise.all(readable.map(async ({ path }) => sizes.set(path, await files.size(path))));
    await yieldIfLong();
  }
  return sizes;
}

/** More would be a long task of the page, and a wait for the song that a listener starts meanwhile. */
const filesAtOnce = 10;

/** What this version cannot read is made anew, and its file with it (specification 17.7). */
const isReadable = (row: Download | undefined): row is Download => v.is(Download, row);

async function isDownloading(uid: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === downloadLock(uid));
}
