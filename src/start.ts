/** What runs once the first screen is painted: worker, identity, events of browser and network. */
import { writeActiveAccount } from "./db/device.ts";
import type { App } from "./features/auth/app.ts";
import { hasUnfinishedRegistration, observeIdentity } from "./features/auth/observer.ts";
import { readSession, watchOtherTabs, watchSession } from "./features/auth/session.ts";
import { keepFavourites } from "./features/offline/keep-favourites.ts";
import { freshUrl } from "./features/songs/fresh-url.ts";
import { registerWorker } from "./pwa/bridge.ts";
import type { AppRouter } from "./routes/tree.tsx";
import { texts } from "./texts/en.ts";

/** @param isOurs whether a change of the identity comes from a flow of our own */
export function start(app: App, router: AppRouter, isOurs: () => boolean): void {
  let observing = false;
  const observe = () => {
    if (observing) return;
    observing = true;
    observeIdentity(app, isOurs, {
      onRegistered(email) {
        app.toaster.success(texts.auth.registered);
        void router.navigate({ to: "/login", search: { email } });
      },
      onSessionLost(email) {
        app.toaster.warning(texts.auth.sessionLost);
        void router.navigate({ to: "/login", search: { email } });
      },
    }).catch(() => {
      // Its configuration or its code could not be had: tried again at the next contact.
      observing = false;
    });
  };

  void registerWorker();
  app.worker.onFreshUrl((path) => freshUrl(app, path));
  follow(app, observe);
  if (readSession(app.queryClient) !== null || hasUnfinishedRegistration()) observe();

  app.online.subscribe(() => {
    if (!app.online.get()) return;
    if (readSession(app.queryClient) !== null) observe();
    // What failed or grew old meanwhile is asked again where it is on the screen.
    void app.queryClient.invalidateQueries({ refetchType: "active" });
  });
  window.addEventListener("online", () => app.online.check());
  window.addEventListener("offline", () => app.online.check());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    app.account()?.kick();
    if (!app.online.get()) app.online.check();
  });
  watchOtherTabs(
    () => readSession(app.queryClient)?.uid,
    // Nothing of the old account may stay in this page's memory.
    () => location.assign("/"),
  );
}

/** Keeps the running parts in step with who is signed in. */
function follow(app: App, observe: () => void): void {
  let stop: (() => void) | undefined;
  let uid: string | undefined;
  const change = async () => {
    const now = readSession(app.queryClient)?.uid;
    if (now === uid) return;
    uid = now;
    stop?.();
    stop = undefined;
    if (now === undefined) return;
    observe();
    const account = await app.openAccount(now);
    await writeActiveAccount(now);
    app.worker.setAccount(now);
    account.kick();
    if (uid === now) stop = keepFavourites(app, account);
  };
  const run = () => void change().catch((error: unknown) => console.error("The account could not be opened", error));
  watchSession(app.queryClient, run);
  run();
}
