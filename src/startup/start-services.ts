/** What runs once the app is there and its first screen is painted: identity, events of browser and network. */
import { unsentIn } from "../db/outbox-table.ts";
import type { App } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { readSession, watchOtherTabs, watchSession } from "../features/auth/session.ts";
import { readRegistration } from "../features/auth/stored-registration.ts";
import { texts } from "../texts/en.ts";

/**
 * @param toLogin opens the login with this email filled in
 * @param isOurs whether a change of the identity comes from a flow of our own
 */
export function start(app: App, toLogin: (email: string) => void, isOurs: () => boolean): void {
  const observe = createObserving(app, toLogin, isOurs);
  followAccount(app, observe);
  if (readRegistration(localStorage, Date.now()) !== undefined) observe();

  app.online.subscribe(() => {
    if (!app.online.get()) return;
    if (readSession(app.queryClient) !== null) observe();
    // What failed or grew old meanwhile is asked again where it is on the screen.
    void app.queryClient.invalidateQueries({ refetchType: "active" });
  });
  window.addEventListener("online", () => app.online.check());
  window.addEventListener("offline", () => app.online.check());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return sendWithoutUs(app);
    app.account()?.kick();
    if (!app.online.get()) app.online.check();
  });
  watchOtherTabs(
    () => readSession(app.queryClient)?.uid,
    // Nothing of the old account may stay in this page's memory.
    () => location.assign("/"),
  );
}

/** The page may be closed from here on without another event; what waits then is the worker's (specification 17.28). */
function sendWithoutUs(app: App): void {
  const outbox = app.account()?.outbox.get();
  if (outbox !== undefined && unsentIn(outbox) > 0) app.worker.requestSending();
}

/** Begins to listen to the identity provider, once; a try that failed is made again at the next contact. */
function createObserving(app: App, toLogin: (email: string) => void, isOurs: () => boolean): () => void {
  let observing = false;
  return () => {
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
            app.toaster.warning(isEmpty ? texts.auth.storageLost : texts.auth.sessionLost);
            toLogin(email);
          },
        }),
      )
      .catch(() => {
        observing = false;
      });
  };
}

/** Keeps what runs without a screen in step with who is signed in. Visitors load nothing of it. */
function followAccount(app: App, observe: () => void): void {
  let stop: (() => void) | undefined;
  let uid: string | undefined;
  /** Sign-ins and sign-outs may overtake what an earlier one began. */
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
      // Tried again at the next contact.
      if (latest === turn) uid = undefined;
    }
  };
  const run = () => void change();
  watchSession(app.queryClient, run);
  app.online.subscribe(() => app.online.get() && run());
  run();
}
