/** Starts what runs for the signed-in account on every screen: outbox, downloads, answers to the worker. */
import { writeActiveAccount } from "../db/active-account.ts";
import type { App } from "../app/app-context.ts";
import { showBadge } from "./show-badge.ts";
import { sendUploads } from "./send-uploads.ts";
import { keepDownloads } from "../features/offline/keep-downloads.ts";
import { warnBeforeLoss } from "../features/offline/warn-before-loss.ts";
import { onGone } from "../features/songs/gone-songs.ts";
import { freshUrl } from "../features/songs/renew-audio-url.ts";
import { requestPersistence } from "../features/songs/request-persistence.ts";
import { createStore } from "../lib/store.ts";
import { followChanges, type PageState } from "../sync/follow-changes.ts";
import { changeableKeys, libraryKeys } from "../sync/query-keys.ts";
import { interruptibleLock } from "../sync/web-lock.ts";

/**
 * Returns a stop function.
 * @param isCurrent whether this user is still signed in. A sign-out can happen at any moment, and nothing that it
 *   cleared may be written again
 */
export async function startAccountServices(app: App, uid: string, isCurrent: () => boolean): Promise<() => void> {
  if (!isCurrent()) return () => {};
  const account = await app.openAccount(uid);
  const { isVolatile } = account.db;
  if (isCurrent() && !isVolatile)
    await writeActiveAccount(uid).catch((error: unknown) => console.warn("The account could not be recorded", error));
  if (!isCurrent()) return () => {};
  app.worker.setAccount(uid, { isVolatile });
  const stopAnswering = app.worker.onFreshUrl(async (path, of) => (of === uid ? freshUrl(app, path) : undefined));
  account.kick();
  const stopKeeping = keepDownloads(app, account);
  // What goes with the browser needs no room that lasts.
  const stopAsking = isVolatile ? () => {} : requestPersistence(app, account);
  const stopUploads = sendUploads(app, account);
  const stopWarning = isVolatile ? warnBeforeLoss(account) : () => {};
  // The number would outlive the browser, and the account does not.
  const stopBadge = isVolatile ? () => {} : showBadge(account);
  const pageState = watchPage(app);
  const stopFollowing = followChanges({
    uid,
    open: app.openChangeStream,
    lock: interruptibleLock,
    page: pageState.store,
    // A storage that fails loses the marks for the next start only.
    onChange: () => void account.refetch(changeableKeys(uid)).catch(() => {}),
    onEnd: app.online.check,
    random: Math.random,
  });
  // Home would go on offering them.
  const stopForgetting = onGone(app, () => void account.refetch(libraryKeys(uid)).catch(() => {}));
  return () => {
    stopForgetting();
    stopAnswering();
    stopKeeping();
    stopAsking();
    stopUploads();
    stopWarning();
    stopBadge();
    stopFollowing();
    pageState.close();
  };
}

function watchPage({ online }: App) {
  const state = (): PageState => (!online.get() ? "offline" : document.hidden ? "hidden" : "visible");
  const store = createStore(state());
  const update = () => store.set(state());
  document.addEventListener("visibilitychange", update);
  const unsubscribe = online.subscribe(update);
  return {
    store,
    close() {
      document.removeEventListener("visibilitychange", update);
      unsubscribe();
    },
  };
}
