/** Registers the service worker and watches for new versions of it (specification 17, updates). Loaded late. */
import { Workbox } from "workbox-window";
import { setUpdate, setWaiting } from "./update-state.ts";

/** An installed app may stay open for weeks; browsers look for an update at navigations only. Milliseconds. */
const lookAgainMs = 60 * 60_000;

export async function watchUpdates(container: ServiceWorkerContainer): Promise<void> {
  const isDev = import.meta.env.DEV;
  const workbox = new Workbox(isDev ? "/dev-sw.js?dev-sw" : "/main.js", {
    type: isDev ? "module" : "classic",
    updateViaCache: "none",
  });
  const told = new WeakSet<ServiceWorker>();
  const onWaiting = (worker: ServiceWorker | null | undefined) => {
    if (!worker || told.has(worker)) return;
    told.add(worker);
    setWaiting(() => workbox.messageSkipWaiting());
  };
  workbox.addEventListener("waiting", ({ sw }) => onWaiting(sw));
  // The browser's own event and not Workbox's "controlling": only this one comes in tabs that did not accept.
  let hadController = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    // The first worker takes over a page of its own version.
    if (hadController) setUpdate({ waiting: false, replaced: true });
    hadController = true;
  });
  try {
    const registration = await workbox.register();
    // Workbox follows the first new version alone; an app that stays open meets more of them.
    registration?.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => {
        if (installing.state === "installed" && hadController) onWaiting(registration.waiting);
      });
    });
  } catch (error) {
    // A browser that forbids it (private mode, policy) still plays online.
    console.warn("Offline use is not available", error);
    return;
  }
  lookRegularly(workbox);
}

function lookRegularly(workbox: Workbox): void {
  let lookedAt = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || performance.now() - lookedAt < lookAgainMs)
      return;
    lookedAt = performance.now();
    // Fails without a network, which is no news.
    workbox.update().catch(() => {});
  });
}
