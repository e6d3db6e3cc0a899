/** Registers the service worker and watches for new versions of it. Loaded late. */
import * as v from "valibot";
import { Workbox } from "workbox-window";
import type { WorkerMessage } from "../../contract/worker-messages.ts";
import { sleep } from "../lib/sleep.ts";
import { stayUntil } from "./leave-page.ts";
import { setUpdate, setWaiting } from "./update-state.ts";

/** Of WorkerMessage; every first visit would load the schemas of the others with it. */
const Retired = v.object({ type: v.literal("retired" satisfies WorkerMessage["type"]) });

/** Interval of update checks: an installed app may stay open for weeks, and browsers check at navigations only. */
const updateCheckMs = 60 * 60_000;

/** Delay before checking that the first version is active; milliseconds, doubled after each check. */
const firstCheckMs = 3_000;
const longestCheckMs = 5 * 60_000;

/** @param isAlive whether a worker answers; one whose script is gone from the disk never does */
export async function watchWorkerUpdates(
  container: ServiceWorkerContainer,
  isAlive: (worker: ServiceWorker) => Promise<boolean>,
): Promise<void> {
  const isDev = import.meta.env.DEV;
  const script = isDev ? "/dev-sw.js?dev-sw" : "/main.js";
  const options = { type: isDev ? "module" : "classic", updateViaCache: "none" } as const;
  const workbox = new Workbox(script, options);
  const announced = new WeakSet<ServiceWorker>();
  let hadWorker = container.controller !== null;
  const onWaiting = (worker: ServiceWorker | null | undefined) => {
    // The first worker waits, too, for a moment: it is no new version.
    if (!worker || !hadWorker || announced.has(worker)) return;
    announced.add(worker);
    setWaiting(() => workbox.messageSkipWaiting());
  };
  workbox.addEventListener("waiting", ({ sw }) => onWaiting(sw));
  // Not Workbox's "controlling" event, which does not fire in tabs that did not accept the update.
  container.addEventListener("controllerchange", () => {
    // The first worker has the same version as its page.
    if (hadWorker) setUpdate({ waiting: false, replaced: true });
    hadWorker = true;
  });
  let isRetired = false;
  container.addEventListener("message", ({ data }) => {
    isRetired ||= v.is(Retired, data);
  });
  const registration = await registerFirst(workbox, () => isRetired);
  if (!registration) return;
  // A page that was reloaded past its worker has no controller.
  hadWorker ||= registration.active?.state === "activated";
  onWaiting(registration.waiting);
  // Workbox reports only the first new version; an app that stays open may see more.
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") onWaiting(registration.waiting);
    });
  });
  checkForUpdates(workbox);
  await ensureActive(container, isAlive, {
    isRetired: () => isRetired,
    register: () => stayUntil(container.register(script, options)),
  });
}

/** A script that does not load, say on a first visit whose network is cut, is asked for again. */
async function registerFirst(
  workbox: Workbox,
  isRetired: () => boolean,
): Promise<ServiceWorkerRegistration | undefined> {
  for (let ms = firstCheckMs; !isRetired(); ms = Math.min(2 * ms, longestCheckMs)) {
    try {
      return await stayUntil(workbox.register());
    } catch (error) {
      // Without a worker (private mode, policy) the app still plays online.
      console.warn("Offline use is not available", error);
      // What is forbidden stays so, and is no TypeError.
      if (!(error instanceof TypeError)) return undefined;
    }
    await sleep(ms);
  }
  return undefined;
}

/**
 * Registers the first version again until it is active and answers. A browser drops it if one of its files fails to load;
 * WebKit may lose it, or never finish its activation, after a reload; Firefox keeps one whose script is gone from the disk.
 * Without a worker no song is downloaded until the next visit. One that the operator has retired stays away.
 */
async function ensureActive(
  container: ServiceWorkerContainer,
  isAlive: (worker: ServiceWorker) => Promise<boolean>,
  { isRetired, register }: { isRetired: () => boolean; register: () => Promise<unknown> },
): Promise<void> {
  let activating: ServiceWorker | null = null;
  for (let ms = firstCheckMs; ; ms = Math.min(2 * ms, longestCheckMs)) {
    await sleep(ms);
    if (isRetired()) return;
    const registration = await container.getRegistration().catch(() => undefined);
    const { active = null, installing, waiting } = registration ?? {};
    const isActivated = active?.state === "activated";
    // A page without a controller was reloaded past its worker by the user, or its worker does not start.
    if (isActivated && (container.controller !== null || (await isAlive(active)))) return;
    const hangs = isActivated || (active !== null && active === activating);
    activating = active;
    if (hangs) await registration?.unregister().catch(() => false);
    // Fails without a network; the next check retries.
    if (hangs || !(active || installing || waiting)) await register().catch(() => {});
  }
}

function checkForUpdates(workbox: Workbox): void {
  let checkedAt = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || performance.now() - checkedAt < updateCheckMs) return;
    checkedAt = performance.now();
    // Fails without a network.
    workbox.update().catch(() => {});
  });
}
