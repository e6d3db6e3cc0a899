/** Downloads of an account: one run at a time over all workers, two songs at a time (specification 17.9). */
import Dexie from "dexie";
import { downloadsAtOnce } from "../contract/rules/limits.ts";
import { audioCache, type Download } from "../contract/worker-messages.ts";
import { type AccountDatabase, databaseName, openDatabase } from "../src/db/database.ts";
import { withTimeout } from "../src/lib/with-timeout.ts";
import { downloadLock } from "../src/sync/reconcile-downloads.ts";
import {
  changeRow,
  markCut,
  markFull,
  markGone,
  markMismatch,
  markReady,
  markUnreached,
  takeNext,
} from "./download-rows.ts";
import { DownloadError, fetchSong } from "./download-song.ts";
import { keepLikedCovers } from "./liked-covers.ts";
import { sleep } from "./sleep.ts";
import { drop, isQuotaError, keyOf } from "./account-caches.ts";

/** Progress is written for people to see; each write wakes every page. */
const progressMs = 500;
/** A song due sooner is waited for; for later ones the pages ask again. */
const patienceMs = 10_000;
/** Chromium ends a worker whose event takes five minutes; milliseconds. */
const longestRunMs = 4 * 60_000;

interface Run {
  stop: AbortController;
  ended: Promise<void>;
  /** Looks again for songs. */
  wake: () => void;
  /** Asked for songs when it no longer looked for any. */
  isAskedAgain: boolean;
}

const runs = new Map<string, Run>();

/** Fetches what is wanted. Resolves when nothing is left that can be done now; never rejects. */
export function download(uid: string): Promise<void> {
  const running = runs.get(uid);
  if (running !== undefined) {
    running.wake();
    return running.ended;
  }
  const run: Run = {
    stop: new AbortController(),
    ended: Promise.resolve(),
    wake: () => {},
    isAskedAgain: false,
  };
  runs.set(uid, run);
  run.ended = runAgain(uid, run);
  return run.ended;
}

/** Until nobody asked during the end of it: a song liked then would wait for the pages to ask once more. */
async function runAgain(uid: string, run: Run): Promise<void> {
  do {
    run.isAskedAgain = false;
    noteAsks(run);
    try {
      await runAlone(uid, run);
    } catch (error) {
      // A database that was closed under us: the account goes, or another tab brings a new version.
      if (!run.stop.signal.aborted) console.warn("Downloads stopped", error);
    }
  } while (run.isAskedAgain && !run.stop.signal.aborted);
  runs.delete(uid);
}

function noteAsks(run: Run): void {
  run.wake = () => {
    run.isAskedAgain = true;
  };
}

/** The same, as long as one event may keep the worker alive. Pages ask again while songs are wanted. */
export const downloadForAWhile = (uid: string): Promise<void> =>
  withTimeout(longestRunMs, download(uid)).catch(() => {});

/** Ends the account's downloads. Resolves when nothing is written any more. */
export async function stopDownloads(uid: string): Promise<void> {
  const run = runs.get(uid);
  run?.stop.abort(new DOMException("The account was removed from the device", "AbortError"));
  await run?.ended;
}

async function runAlone(uid: string, run: Run): Promise<void> {
  await navigator.locks.request(downloadLock(uid), { ifAvailable: true }, async (lock) => {
    // The worker before this one still downloads; it sees the same rows.
    if (lock === null) return;
    // Opening would create it again after a sign-out.
    if (!(await Dexie.exists(databaseName(uid)))) return;
    const db = openDatabase(uid);
    try {
      await workOff(db, run);
      await keepLikedCovers(uid, await db.downloads.toArray(), run.stop.signal);
    } finally {
      db.close();
    }
  });
}

/** Keeps up to two songs in hand until none is due. */
function workOff(db: AccountDatabase, run: Run): Promise<void> {
  const busy = new Set<string>();
  let slots = 0;
  let isUnreachable = false;

  const work = async (): Promise<void> => {
    while (!run.stop.signal.aborted && !isUnreachable) {
      const next = await takeNext(db, busy, Date.now());
      if (next === undefined) return;
      if (typeof next === "number") {
        if (next > patienceMs) return;
        await sleep(next, run.stop.signal);
        continue;
      }
      try {
        await downloadSong(db, next, run.stop.signal);
      } catch (error) {
        if (!(error instanceof DownloadError) || error.problem !== "unreachable") throw error;
        isUnreachable = true;
      } finally {
        busy.delete(next.songId);
      }
    }
  };

  return new Promise((resolve, reject) => {
    const fill = () => {
      for (; slots < downloadsAtOnce; slots++) work().then(end, reject);
    };
    const end = () => {
      slots--;
      if (slots > 0) return;
      noteAsks(run);
      resolve();
    };
    run.wake = () => {
      isUnreachable = false;
      fill();
    };
    fill();
  });
}

/** Fetches a song and writes what became of it. Rejects with DownloadError only when the media host is unreachable. */
async function downloadSong(db: AccountDatabase, row: Download, stop: AbortSignal): Promise<void> {
  const dropped = new AbortController();
  const progress = watchProgress(db, row, dropped);
  const signal = AbortSignal.any([stop, dropped.signal]);
  try {
    await fetchSong({ uid: db.uid, row, signal, onReceived: progress.note }).finally(progress.end);
    // Unliked in the last moment: its row is gone, so nobody would ever remove the file.
    const isWanted = await markReady(db, row, row.bytes || progress.received());
    if (!isWanted) await drop(audioCache(db.uid), keyOf(row.path));
    else await keepLikedCovers(db.uid, [row], signal);
  } catch (error) {
    if (signal.aborted) return;
    await settleFailure(db, row, error, progress.received());
  }
}

async function settleFailure(db: AccountDatabase, row: Download, error: unknown, received: number): Promise<void> {
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
      await markCut(db, row, received > row.received, Date.now(), Math.random());
      return;
    case "unreachable":
      await markUnreached(db, row);
      throw error;
    case undefined:
      throw error;
  }
}

/**
 * Writes `received` now and then, and gives the song up when its row is gone. Ends before the outcome is written, which
 * a late write would spoil.
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
    write().catch((error: unknown) => dropped.abort(error));
  }, progressMs);
  return {
    note: (bytes: number) => {
      received = bytes;
    },
    received: () => received,
    end: () => clearInterval(timer),
  };
}
