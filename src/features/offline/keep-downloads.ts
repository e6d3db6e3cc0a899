/**
 * Keeps the liked songs and the kept playlists downloaded, on every screen: reconciles the downloads after each change, at
 * each contact and at intervals, and requests missing songs from the worker.
 */
import { keepLyrics } from "./keep-lyrics.ts";
import { prefetchPlaylists } from "./prefetch-playlists.ts";
import { isMetered, watchMetered } from "../../lib/metered-connection.ts";
import { whenIdle } from "../../app/when-idle.ts";
import { countWaiting, isHeld } from "../../sync/download-settings.ts";
import type { Account } from "../../sync/account-session.ts";
import type { App } from "../../app/app-context.ts";
import { bodiesStaleMs, createReconcileWanted } from "./reconcile-wanted.ts";
import { createRemovalNotice } from "./notify-removed.ts";
import { followWantedLists } from "./follow-wanted-lists.ts";

/** Refetch interval: likes from other devices arrive within a minute. The library's own pauses in hidden tabs. */
const refetchMs = 45_000;
/** Interval of messages that keep the worker alive while it downloads. */
const keepAliveMs = 15_000;
/** Longest wait for an idle page before reconciling everything. */
const idleTimeoutMs = 5_000;
/** Debounces bursts of changes. */
const debounceMs = 150;
/** Longest wait in a burst that does not end, as while a long queue is sent. */
const longestDebounceMs = 1_000;

/** The number of songs that are still to be fetched. */
const waitingIn = ({ downloads }: Account): number => countWaiting(downloads.get() ?? new Map());

/** What is shown without a network besides the songs themselves, from the server. */
async function fetchBesideSongs(app: App, account: Account, signal: AbortSignal): Promise<void> {
  await keepLyrics(app, account, signal).catch((error: unknown) => console.warn("Lyrics could not be kept", error));
  await prefetchPlaylists(app, account, signal).catch((error: unknown) => {
    console.warn("Playlists could not be prefetched", error);
  });
}

/** Returns a stop function. */
export function keepDownloads(app: App, account: Account): () => void {
  const { online } = app;
  const stopped = new AbortController();
  // Nothing is downloaded for a sign-in that does not outlive the browser (specification 2.19).
  const reconcile = account.db.isVolatile ? async () => {} : createReconcileWanted(app, account, stopped.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the run that waits was first asked for; of `performance.now()`. */
  let waitingSince: number | undefined;
  let running = false;
  let again = false;
  /** Whether to check unchanged songs, too: their files, or the songs themselves, may be gone. */
  let all = true;

  async function run(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      do {
        again = false;
        const options = { all };
        all = false;
        // Idle, so that it delays neither the first screen nor the first song.
        if (options.all) {
          await whenIdle(idleTimeoutMs);
          await lists.takeNewer();
        }
        const wanted = lists.wanted();
        if (wanted !== undefined) await reconcile(wanted, options);
        if (options.all && online.get()) void fetchBesideSongs(app, account, stopped.signal);
      } while (again && !stopped.signal.aborted);
    } catch (error) {
      // The disk fails or the database is closed: the next change or the timer retries, and compares everything.
      all = true;
      console.warn("The downloads could not be compared with what is wanted", error);
    } finally {
      running = false;
      // A change during a run that failed.
      if (again) schedule();
    }
  }

  const schedule = () => {
    if (stopped.signal.aborted) return;
    clearTimeout(timer);
    waitingSince ??= performance.now();
    const leftMs = waitingSince + longestDebounceMs - performance.now();
    timer = setTimeout(
      () => {
        waitingSince = undefined;
        void run();
      },
      Math.min(debounceMs, Math.max(0, leftMs)),
    );
  };
  const scheduleAll = () => {
    all = true;
    schedule();
  };

  const notifyRemoved = createRemovalNotice({ app, account, signal: stopped.signal });
  const lists = followWantedLists(app, account, () => {
    schedule();
    void notifyRemoved(lists.heard());
  });
  const refetchTimer = setInterval(() => online.get() && lists.refetch(), refetchMs);
  const reconcileTimer = setInterval(scheduleAll, bodiesStaleMs);
  const keepAliveTimer = setInterval(() => {
    if (online.get() && waitingIn(account) > 0) app.worker.requestDownloads(account.uid);
  }, keepAliveMs);
  /** Starts or ends the downloads as settings and connection allow. */
  const steer = () => {
    const settings = account.downloadSettings.get();
    const waiting = waitingIn(account);
    if (settings === undefined) return;
    if (isHeld(settings, waiting, isMetered())) app.worker.pauseDownloads(account.uid);
    else if (waiting > 0) app.worker.requestDownloads(account.uid);
  };
  // Nothing is compared before the rows are read.
  const stopWaiting = account.downloads.subscribe(() => {
    stopWaiting();
    schedule();
  });
  const unsubscribe = [
    lists.close,
    stopWaiting,
    account.outbox.subscribe(schedule),
    account.downloadSettings.subscribe(steer),
    account.downloadSettings.subscribe(scheduleAll),
    watchMetered(steer),
    // Covers that were held up are found by a comparison.
    watchMetered(scheduleAll),
    online.subscribe(scheduleAll),
    () => clearInterval(refetchTimer),
    () => clearInterval(reconcileTimer),
    () => clearInterval(keepAliveTimer),
    () => clearTimeout(timer),
  ];
  schedule();
  return () => {
    stopped.abort();
    for (const end of unsubscribe) end();
  };
}
