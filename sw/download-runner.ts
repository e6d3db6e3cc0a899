/** Runs an account's downloads: one run across all workers, two songs at a time (specification 17.9). */
import Dexie from "dexie";
import { downloadsAtOnce } from "../contract/rules/limits.ts";
import { audioCache, type Download } from "../contract/worker-messages.ts";
import { type AccountDatabase, databaseName, openDatabase } from "../src/db/database.ts";
import { isMetered } from "../src/lib/metered-connection.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";
import { isHeld, isWaiting, readSettings } from "../src/sync/download-settings.ts";
import { downloadLock } from "../src/sync/reconcile-downloads.ts";
import { type CoverQueue, createCoverQueue } from "./cover-queue.ts";
import {
  changeRow,
  markCut,
  markFull,
  markGone,
  markMismatch,
  markPaused,
  markPutOff,
  markReady,
  markUnreached,
  type Remaining,
  takeNext,
} from "./download-rows.ts";
import { endRest, rest, restMs, restOver } from "./download-rests.ts";
import { DownloadError, fetchSong } from "./download-song.ts";
import { dropParts } from "./partial-download.ts";
import { sleep } from "../src/lib/sleep.ts";
import { drop, isQuotaError, keyOf } from "./account-caches.ts";

/** Interval of progress writes, each of which wakes every page; milliseconds. */
const progressMs = 500;
/** A run waits for songs that are due sooner; pages request the later ones again. */
const longestDelayMs = 10_000;
/** Chromium ends a worker whose event takes five minutes; milliseconds. */
const longestRunMs = 4 * 60_000;

interface Run {
  stop: AbortController;
  ended: Promise<void>;
  /** Makes the run look for new songs. */
  wake: () => void;
  /** Ends the songs under way; the next are taken only if the settings allow it. */
  pause: () => void;
  /** Songs were requested while the run was ending. */
  isRequestedAgain: boolean;
}

const runs = new Map<string, Run>();

/** Downloads wanted songs. Resolves when none is due soon, or while the device rests; never rejects. */
export function download(uid: string): Promise<void> {
  const running = runs.get(uid);
  if (running !== undefined) {
    running.wake();
    return running.ended;
  }
  if (restMs(uid) > longestDelayMs) return Promise.resolve();
  const run: Run = {
    stop: new AbortController(),
    ended: Promise.resolve(),
    wake: () => {},
    pause: () => {},
    isRequestedAgain: false,
  };
  runs.set(uid, run);
  run.ended = runAgain(uid, run);
  return run.ended;
}

/** Repeats while requests arrive during its end: such a song would otherwise wait for the pages' next request. */
async function runAgain(uid: string, run: Run): Promise<void> {
  do {
    run.isRequestedAgain = false;
    recordRequests(run);
    try {
      await restOver(uid, run.stop.signal);
      await runAlone(uid, run);
    } catch (error) {
      if (run.stop.signal.aborted) break;
      // The disk fails; or the database was closed: the account signs out, or another tab upgrades it.
      console.warn("Downloads stopped", error);
      rest(uid);
    }
  } while (run.isRequestedAgain && restMs(uid) <= longestDelayMs && !run.stop.signal.aborted);
  runs.delete(uid);
}

function recordRequests(run: Run, then = () => {}): void {
  run.wake = () => {
    run.isRequestedAgain = true;
    then();
  };
}

/** The same, limited to the time that one event may keep the worker alive. Pages repeat the request. */
export const downloadForAWhile = (uid: string): Promise<void> =>
  withTimeout(longestRunMs, download(uid)).catch(() => {});

/** Ends the songs under way; what has come of them stays. */
export const pauseDownloads = (uid: string): void => runs.get(uid)?.pause();

/** Stops the account's downloads. Resolves after the last write. */
export async function stopDownloads(uid: string): Promise<void> {
  const run = runs.get(uid);
  run?.stop.abort(new DOMException("The account was removed from the device", "AbortError"));
  await run?.ended;
  // What goes with the account makes room.
  endRest(uid);
}

async function runAlone(uid: string, run: Run): Promise<void> {
  await navigator.locks.request(downloadLock(uid), { ifAvailable: true }, async (lock) => {
    // The previous worker still downloads the same rows.
    if (lock === null) return;
    // Opening would recreate it after a sign-out.
    if (!(await Dexie.exists(databaseName(uid)))) return;
    const db = openDatabase(uid);
    const covers = createCoverQueue(db);
    run.stop.signal.addEventListener("abort", covers.stop);
    try {
      do {
        run.isRequestedAgain = false;
        // Where no song can be reached, no cover can.
        if (!(await downloadAll(db, run, covers))) return;
        await keepMissingCovers(db, run, covers);
      } while (run.isRequestedAgain && !run.stop.signal.aborted);
    } finally {
      run.stop.signal.removeEventListener("abort", covers.stop);
      covers.stop();
      await covers.ended();
      db.close();
    }
  });
}

/** Those of songs that came without them. Resolves when all have come or failed, or as soon as songs are requested. */
async function keepMissingCovers(db: AccountDatabase, run: Run, covers: CoverQueue): Promise<void> {
  const requested = new Promise<void>((resolve) => {
    recordRequests(run, resolve);
    if (run.isRequestedAgain) resolve();
  });
  // Those of the songs that have just come.
  await Promise.race([covers.ended(), requested]);
  const rows = await db.downloads.toArray();
  const waiting = rows.filter(isWaiting).length;
  if (isHeld(await readSettings(db), waiting, isMetered())) return;
  if (run.isRequestedAgain || run.stop.signal.aborted) return;
  covers.add(rows);
  await Promise.race([covers.ended(), requested]);
}

/** Downloads up to two songs at a time until none is due. Returns whether the media host was reached, as far as it was asked. */
function downloadAll(db: AccountDatabase, run: Run, covers: CoverQueue): Promise<boolean> {
  const busy = new Set<string>();
  const remaining: Remaining = { ids: [] };
  let paused = new AbortController();
  /** Ends the waits for songs that are due later. */
  let woken = new AbortController();
  let slots = 0;
  let isUnreachable = false;
  /** Why no more songs are taken; those under way come to their end. */
  let failure: { error: unknown } | undefined;
  /** How often songs were requested since. */
  let requests = 0;

  const work = async (): Promise<void> => {
    while (!run.stop.signal.aborted && !isUnreachable && failure === undefined) {
      // Before the settings are read: a pause that comes since is for this song, too.
      const { signal } = paused;
      const next = await takeNext(db, busy, Date.now(), remaining);
      if (next === undefined) return;
      if (typeof next === "number") {
        if (next > longestDelayMs) return;
        await sleep(next, AbortSignal.any([run.stop.signal, woken.signal]));
        continue;
      }
      const before = requests;
      try {
        const isHere = await downloadSong(db, next, run.stop.signal, signal);
        if (isHere && !signal.aborted) covers.add([next]);
      } catch (error) {
        if (!(error instanceof DownloadError) || error.problem !== "unreachable") throw error;
        // A page that asked meanwhile may have a network, or a new address.
        if (before === requests) isUnreachable = true;
      } finally {
        busy.delete(next.songId);
      }
    }
  };

  return new Promise((resolve, reject) => {
    const fill = () => {
      for (; slots < downloadsAtOnce; slots++) work().then(end, fail);
    };
    const end = () => {
      slots--;
      if (slots > 0) return;
      recordRequests(run);
      if (failure === undefined) resolve(!isUnreachable);
      else reject(failure.error);
    };
    const fail = (error: unknown) => {
      failure ??= { error };
      // From now on a request is one for the next run.
      recordRequests(run);
      end();
    };
    run.wake = () => {
      isUnreachable = false;
      requests += 1;
      remaining.ids = [];
      woken.abort();
      woken = new AbortController();
      fill();
    };
    run.pause = () => {
      paused.abort(new DownloadError("paused", "The downloads are paused"));
      paused = new AbortController();
      covers.stop();
    };
    fill();
  });
}

/**
 * Downloads a song and records the outcome. Returns whether it is on the device now; rejects with DownloadError only if the
 * media host is unreachable.
 */
async function downloadSong(
  db: AccountDatabase,
  row: Download,
  stop: AbortSignal,
  paused: AbortSignal,
): Promise<boolean> {
  const dropped = new AbortController();
  const progress = watchProgress(db, row, dropped);
  const signal = AbortSignal.any([stop, dropped.signal, paused]);
  try {
    await fetchSong({ uid: db.uid, row, signal, onReceived: progress.note }).finally(progress.end);
    // Unliked meanwhile, or beyond a new limit: nothing else would remove the file.
    const isWanted = await markReady(db, row, row.bytes || progress.received());
    endRest(db.uid);
    if (!isWanted) await drop(audioCache(db.uid), keyOf(row.path));
    return isWanted;
  } catch (error) {
    if (!stop.aborted && !dropped.signal.aborted) await recordFailure(db, row, error, progress.received());
    return false;
  }
}

async function recordFailure(db: AccountDatabase, row: Download, error: unknown, received: number): Promise<void> {
  const problem = isQuotaError(error) ? "quota" : error instanceof DownloadError ? error.problem : undefined;
  switch (problem) {
    case "quota":
      return markFull(db, row, Date.now());
    case "gone":
      await markGone(db, row, Date.now());
      return;
    case "mismatch":
      await markMismatch(db, row, Date.now(), Math.random());
      return;
    case "cut":
      return dropUnwanted(db, row, await markCut(db, row, received > row.received, Date.now(), Math.random()));
    case "paused":
      return dropUnwanted(db, row, await markPaused(db, row));
    case "unreachable":
      await dropUnwanted(db, row, await markUnreached(db, row));
      throw error;
    case undefined:
      await markPutOff(db, row, Date.now(), Math.random());
      throw error;
  }
}

/** Not wanted any more while its parts were stored for the next attempt: nothing else would remove them. */
async function dropUnwanted(db: AccountDatabase, row: Download, isWanted: boolean): Promise<void> {
  if (!isWanted) await dropParts(db.uid, row.path);
}

/**
 * Writes the progress at intervals and aborts the download when it is not wanted any more. Stop it before recording the
 * outcome, which a late write would overwrite.
 */
function watchProgress(db: AccountDatabase, row: Download, dropped: AbortController) {
  let received = 0;
  let written = row.received;
  const write = async () => {
    if (received === written) return;
    written = received;
    const isWanted = await changeRow(db, row, (present) => ({ ...present, received: written }));
    if (!isWanted) dropped.abort(new DOMException("The song is not wanted any more", "AbortError"));
  };
  const timer = setInterval(() => {
    // It is for the eye alone: what can no longer be stored ends with the song's own writes.
    write().catch((error: unknown) => console.warn("A download's progress could not be stored", error));
  }, progressMs);
  return {
    note: (bytes: number) => {
      received = bytes;
    },
    received: () => received,
    end: () => clearInterval(timer),
  };
}
