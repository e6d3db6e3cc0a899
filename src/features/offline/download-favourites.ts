/**
 * Keeps the liked songs on the device, whatever screen is open: compares what is wanted with what is here after every
 * change, at every contact and from time to time, and asks the worker to fetch the rest (specification 17).
 */
import { QueryObserver } from "@tanstack/react-query";
import { whenIdle } from "./when-idle.ts";
import type { Account } from "../../sync/account-session.ts";
import type { App } from "../../app/app-context.ts";
import { idListQuery } from "../lists/id-list.ts";
import { bodiesStaleMs, createReconcileFavourites } from "./reconcile-favourites.ts";
import { createRemovalNotice } from "./notify-removed.ts";

/** Likes of other devices are to be here within a minute. The library's own interval rests in hidden tabs. */
const askAgainMs = 45_000;
/** The worker is kept alive by messages while it downloads. */
const remindMs = 15_000;
/** A comparison of all waits this long at most for a page that is busy. */
const idleMostMs = 5_000;
/** Several changes in a row cost one comparison. */
const settleMs = 150;

/** Answers how to stop. */
export function downloadFavourites(app: App, account: Account): () => void {
  const { api, queryClient, online } = app;
  const observer = new QueryObserver(queryClient, idListQuery(api, account, "favourites"));
  const stopped = new AbortController();
  const compare = createReconcileFavourites(app, account, stopped.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  /** Songs that nobody touched may have gone from the device, or from the server. */
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
        // Neither the first screen nor the first song waits for it.
        if (options.all) await whenIdle(idleMostMs);
        await compare(observer.getCurrentResult().data, options);
      } while (again && !stopped.signal.aborted);
    } catch (error) {
      // A failing disk or a closed database: the next change or the timer tries again.
      console.warn("Favourites could not be compared with the device", error);
    } finally {
      running = false;
    }
  }

  const soon = () => {
    clearTimeout(timer);
    if (!stopped.signal.aborted) timer = setTimeout(() => void run(), settleMs);
  };
  const compareAll = () => {
    all = true;
    soon();
  };

  const ask = setInterval(() => online.get() && void observer.refetch(), askAgainMs);
  const look = setInterval(compareAll, bodiesStaleMs);
  const remind = setInterval(() => {
    const rows = [...(account.downloads.get()?.values() ?? [])];
    if (rows.some((row) => row.state === "wanted" || row.state === "downloading"))
      app.worker.requestDownloads(account.uid);
  }, remindMs);
  const tellGone = createRemovalNotice({ app, account });
  const unsubscribe = [
    observer.subscribe(soon),
    observer.subscribe(({ data }) => data && void tellGone(data)),
    account.outbox.subscribe(soon),
    online.subscribe(compareAll),
    () => clearInterval(ask),
    () => clearInterval(look),
    () => clearInterval(remind),
    () => clearTimeout(timer),
  ];
  soon();
  return () => {
    stopped.abort();
    for (const end of unsubscribe) end();
  };
}
