/** Registers the service worker and watches for new versions of it (specification 17, updates). Loaded late. */
import { Workbox } from "workbox-window";
import { stayUntil } from "./leave-page.ts";
import { setUpdate, setWaiting } from "./update-state.ts";

/** An installed app may stay open for weeks; browsers look for an update at navigations only. Milliseconds. */
const lookAgainMs = 60 * 60_000;

/** A first version that is not in place by then may have been given up; milliseconds, doubled after each look. */
const firstLookMs = 3_000;
const longestLookMs = 5 * 60_000;

export async function watchWorkerUpdates(container: ServiceWorkerContainer): Promise<void> {
  const isDev = import.meta.env.DEV;
  const script = isDev ? "/dev-sw.js?dev-sw" : "/main.js";
  const options = { type: isDev ? "module" : "classic", updateViaCache: "none" } as const;
  const workbox = new Workbox(script, options);
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
    const registration = await stayUntil(workbox.register());
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
  await insist(container, () => stayUntil(container.register(script, options)));
}

/**
 * A browser gives a first version up for good when one of its files did not come; WebKit may lose one, or never end its
 * activation, when the page was loaded anew meanwhile. Without a worker no song would come to the device until the next
 * visit.
 */
async function insist(container: ServiceWorkerContainer, register: () => Promise<unknown>): Promise<void> {
  let activating: ServiceWorker | null = null;
  for (let ms = firstLookMs; ; ms = Math.min(2 * ms, longestLookMs)) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    const registration = await container.getRegistration().catch(() => undefined);
    const { active = null, installing, waiting } = registration ?? {};
    if (active?.state === "activated") return;
    const hangs = active !== null && active === activating;
    activating = active;
    if (hangs) await registration?.unregister().catch(() => false);
    // Fails without a network; the next look tries again.
    if (hangs || !(active || installing || waiting)) await register().catch(() => {});
  }
}

function lookRegularly(workbox: Workbox): void {
  let lookedAt = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || performance.now() - lookedAt < lookAgainMs) return;
    lookedAt = performance.now();
    // Fails without a network, which is no news.
    workbox.update().catch(() => {});
  });
}
