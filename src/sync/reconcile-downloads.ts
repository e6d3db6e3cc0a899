/**
 * Reconciles the table `downloads` and the cached files with the desired songs (specification 17.8). Runs in the
 * page, which decides which rows exist; the worker fetches their files.
 */
import * as v from "valibot";
import { Download } from "../../contract/worker-messages.ts";
import type { AccountDatabase } from "../db/database.ts";
import { createPlanner, type DesiredSong, isOverLimit, type PlanInput, wantedAgain } from "./download-plan.ts";
import { deleteInBatches, putInBatches, readInBatches } from "../db/batches.ts";
import { createYielding } from "../lib/yield-to-event-loop.ts";
import { cachedSongFiles, type SongFiles } from "./cached-song-files.ts";

/** Name of the lock that a worker holds while it downloads for this account. */
export const downloadLock = (uid: string) => `offbeat-download-${uid}`;

/**
 * Adds rows for desired songs, refreshes snapshots, resets rows whose files are missing or truncated, and removes songs
 * that are no longer desired. Call only with a complete list: an empty list removes every song.
 * @param desired desired songs by descending priority
 * @param keep ids to keep: an unacknowledged unlike, the playing song, a favourite whose data has not arrived yet
 * @returns whether the worker has something to fetch
 */
export async function reconcile(
  db: AccountDatabase,
  desired: readonly DesiredSong[],
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
      lying: new Set(lying),
      running: isRunning,
      now: Date.now(),
    });
    const unreadable: string[] = [];
    // Reads again: the worker may have finished songs since. Those are not in `checked` and stay unchanged.
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
 * Reconciles some songs only, in time independent of the list's length. Leaves leftover files and covers to `reconcile`.
 * @param ids the songs; those in neither `desired` nor `keep` are removed
 * @param outranked the highest rank of the existing rows
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
    const sharing = await db.downloads.where("path").anyOf(before).toArray();
    const shared = new Set(sharing.filter((row) => !isOverLimit(row)).map(({ path }) => path));
    return { plan: next, left: before.filter((path) => !shared.has(path)) };
  });
  return (await removeFiles(db, files, left)) || plan.isUnfinished;
}

/**
 * Removes files without rows; after a crash in between, the next `reconcile` removes them. Returns whether songs that had
 * failed for lack of space are queued again.
 */
async function removeFiles(db: AccountDatabase, files: SongFiles, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return false;
  const yieldIfLong = createYielding();
  for (let start = 0; start < paths.length; start += filesAtOnce) {
    const some = paths.slice(start, start + filesAtOnce);
    // Another tab may want a song again by now, and a worker may have fetched it.
    const rows = await db.downloads.where("path").anyOf(some).toArray();
    const wanted = new Set(rows.filter((row) => !isOverLimit(row)).map(({ path }) => path));
    await Promise.all(some.filter((path) => !wanted.has(path)).map((path) => files.remove(path)));
    await yieldIfLong();
  }
  // Only after the removal: a running worker would retry them before there is space.
  return db.transaction("rw", db.downloads, async () => {
    const failed = await db.downloads.where("state").equals("failed").toArray();
    const full = failed.filter(({ problem }) => problem === "quota");
    await putInBatches(db.downloads, full.map(wantedAgain));
    return full.length > 0;
  });
}

/**
 * Queues failed songs again, when the user asks for it or has freed space: all, or one.
 */
export async function retryFailed(db: AccountDatabase, songId?: string): Promise<void> {
  await db.transaction("rw", db.downloads, async () => {
    const failed = await db.downloads.where("state").equals("failed").toArray();
    const again = failed.filter((row) => !isOverLimit(row) && (songId === undefined || row.songId === songId));
    await putInBatches(db.downloads, again.map(wantedAgain));
  });
}

/** Reads the file sizes of ready songs: of all, or of those with the given ids. */
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

/** More would be one long task, and would delay a song that the user starts meanwhile. */
const filesAtOnce = 10;

/** Rows that this version cannot read are recreated together with their files (specification 17.7). */
const isReadable = (row: Download | undefined): row is Download => v.is(Download, row);

async function isDownloading(uid: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === downloadLock(uid));
}
