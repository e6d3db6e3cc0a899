/**
 * Keeps the table `downloads` and the files on the device in step with the songs that are wanted there (specification
 * 17.8). The worker fetches what a row says is wanted; this decides which rows there are. Runs in page and worker.
 */
import type { SongSnapshot } from "../../contract/songs.ts";
import * as v from "valibot";
import { Download } from "../../contract/worker-messages.ts";
import type { AccountDatabase } from "../db/database.ts";
import { pathsOf, planDownloads, wantedAgain } from "./download-plan.ts";
import { cachedSongFiles, type SongFiles } from "./song-files.ts";

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
  const [lying, checked, isRunning] = await Promise.all([
    files.paths(),
    checkFiles(db, files),
    running(db.uid),
  ]);
  const plan = await db.transaction("rw", db.downloads, async () => {
    // Read again: the worker may have finished a song since. What it finished is not in `checked`, so not judged.
    const rows = await db.downloads.toArray();
    const next = planDownloads({
      rows: rows.filter(isReadable),
      desired,
      keep,
      checked,
      running: isRunning,
      now: Date.now(),
    });
    const unreadable = rows.filter((row) => !isReadable(row)).map((row) => row.songId);
    await db.downloads.bulkDelete([...next.remove, ...unreadable]);
    await db.downloads.bulkPut(next.put);
    return next;
  });
  // Rows first: a crash in between leaves files without a row, which the next comparison removes.
  const accounted = pathsOf(plan.after);
  await Promise.all(lying.filter((path) => !accounted.has(path)).map((path) => files.remove(path)));
  return plan.after.some(({ state }) => state === "wanted" || state === "downloading");
}

/** Makes failed songs wanted again, because the user asks for it or has freed space. */
export async function retryFailed(db: AccountDatabase): Promise<void> {
  await db.transaction("rw", db.downloads, async () => {
    const failed = await db.downloads.where("state").equals("failed").toArray();
    await db.downloads.bulkPut(failed.map(wantedAgain));
  });
}

/** Lengths of the files of all songs that count as ready. */
async function checkFiles(
  db: AccountDatabase,
  files: SongFiles,
): Promise<Map<string, number | undefined>> {
  const ready: Download[] = await db.downloads.where("state").equals("ready").toArray();
  const sizes = await Promise.all(
    ready.filter(isReadable).map(async ({ path }) => [path, await files.size(path)] as const),
  );
  return new Map(sizes);
}

/** What this version cannot read is made anew, and its file with it (specification 17.7). */
const isReadable = (row: Download) => v.is(Download, row);

async function isDownloading(uid: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === downloadLock(uid));
}
