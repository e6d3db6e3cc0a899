/** Starts what runs after the first paint: the identity observer, and listeners for browser and network events. */
import type { Query } from "@tanstack/react-query";
import { isMailedLink } from "../../contract/mailed-link.ts";
import { unsentIn } from "../db/outbox-table.ts";
import type { App } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { noteWanted } from "../features/auth/wanted-screen.ts";
import { readSession, watchOtherTabs, watchSession } from "../features/auth/session.ts";
import { readRegistration } from "../features/auth/stored-registration.ts";
import { readSignOuts } from "../features/auth/stored-sign-outs.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { texts } from "../texts/texts.ts";
import { retryImages } from "../ui/broken-image.ts";

/** Longest wait for the provider's package before the data of a sign-out goes; milliseconds. */
const providerMs = 10_000;
/** Until what could not be opened or loaded is tried again; milliseconds. */
const retryMs = 15_000;

export interface WaysOut {
  /** Opens the login screen with this email filled in. */
  toLogin: (email: string) => void;
  /** Loads the page anew, because another tab has signed out or signed in as another user. */
  beginAnew: () => void;
}

/** @param isOurs whether one of our own auth flows is changing the identity */
export function start(app: App, { toLogin, beginAnew }: WaysOut, isOurs: () => boolean): void {
  const observe = createObserving(app, (email) => isMailedLink(location.pathname) || toLogin(email), isOurs);
  followAccount(app, observe);
  if (readRegistration(localStorage, Date.now()) !== undefined) observe();
  if (readSignOuts().length > 0) void finishSignOuts(app, isOurs);

  app.online.subscribe(() => {
    if (!app.online.get()) return;
    if (readSession(app.queryClient) !== null) observe();
    retryImages();
    // What failed or is stale, and on the screen: a list of thousands is not asked for at the end of each tunnel.
    void app.queryClient.refetchQueries({ type: "active", predicate: isFailedOrStale });
  });
  window.addEventListener("online", () => {
    app.online.check();
    // Nobody else would hear of it while the page took itself for online all the time.
    app.account()?.kick(true);
  });
  window.addEventListener("offline", () => app.online.check());
  // The network may have gone before anybody listened.
  if (app.online.get() && !navigator.onLine) app.online.check();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return sendWithoutUs(app);
    app.account()?.kick();
    if (!app.online.get()) app.online.check();
  });
  watchOtherTabs(() => readSession(app.queryClient)?.uid, beginAnew);
}

const isFailedOrStale = (query: Query) => query.state.status === "error" || query.isStale();

/** A hidden page may be closed without another event: hands unsent changes to the worker (specification 17.28). */
function sendWithoutUs(app: App): void {
  const outbox = app.account()?.outbox.get();
  if (outbox !== undefined && unsentIn(outbox) > 0) app.worker.requestSending();
}

/** Returns a function that starts the identity observer once. A failed attempt is repeated. */
function createObserving(app: App, toLogin: (email: string) => void, isOurs: () => boolean): () => void {
  let observing = false;
  /** Nobody may look when it happens. */
  const tellEnd = (text: string) => app.toaster.show({ kind: "warning", text, stays: true });
  return function observe() {
    if (observing) return;
    observing = true;
    lazyImport(() => import("../features/auth/identity-observer.ts"))
      .then(({ observeIdentity }) =>
        observeIdentity(app, isOurs, {
          onRegistered(email) {
            app.toaster.success(texts.auth.registered);
            toLogin(email);
          },
          onSessionLost(email, isEmpty) {
            tellEnd(isEmpty ? texts.auth.storageLost : texts.auth.sessionLost);
            noteWanted(location.pathname);
            toLogin(email);
          },
          onAccountDeleted(isRemoved) {
            tellEnd(isRemoved ? texts.auth.accountDeleted : texts.auth.accountRemains);
            toLogin("");
          },
        }),
      )
      .catch(() => {
        observing = false;
        // Without it nobody would hear of a lost session.
        setTimeout(observe, retryMs);
      });
  };
}

/** One whose script does not come, or whose provider cannot be asked, is left to the next start. */
async function finishSignOuts(app: App, isOurs: () => boolean): Promise<void> {
  try {
    const module = await lazyImport(() => import("../features/auth/remove-account.ts"));
    const hasLeft = await withTimeout(providerMs, module.leaveProvider(app, isOurs)).catch(() => false);
    await module.finishSignOuts(app, hasLeft);
  } catch (error) {
    console.warn("A sign-out could not be finished", error);
  }
}

/** Starts and stops the account services as users sign in and out. Visitors load none of them. */
function followAccount(app: App, observe: () => void): void {
  let stop: (() => void) | undefined;
  let uid: string | undefined;
  /** Identifies the newest run: a later sign-in or sign-out can overtake an earlier one. */
  let latest = {};
  const change = async () => {
    const now = readSession(app.queryClient)?.uid;
    if (now === uid) return;
    uid = now;
    stop?.();
    stop = undefined;
    latest = {};
    if (now === undefined) return;
    observe();
    const turn = {};
    latest = turn;
    try {
      const { startAccountServices } = await lazyImport(() => import("./account-services.ts"));
      const ended = await startAccountServices(app, now, () => latest === turn);
      if (latest === turn) stop = ended;
      else ended();
    } catch (error) {
      console.warn("The account could not be opened", error);
      if (latest !== turn) return;
      // Retried when the server is reached next, or after a while where it was reached all the time.
      uid = undefined;
      setTimeout(run, retryMs);
    }
  };
  const run = () => void change();
  watchSession(app.queryClient, run);
  app.online.subscribe(() => app.online.get() && run());
  run();
}
