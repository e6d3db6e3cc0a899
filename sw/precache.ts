/**
 * The files of this version of the app, and those of versions before it for as long as a page still runs them: the
 * server no longer has them, and a screen that is opened for the first time needs its script (specification 17.42).
 */
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry } from "workbox-precaching";

declare const self: ServiceWorkerGlobalScope;

/** Held while files come or go. */
const precacheLock = "offbeat-precache";
const controller = new PrecacheController();
/** Holds who was open when this version took over. */
const openPages = { cache: "precache-open-pages", key: "/open-pages" };
/** Whether there may be files of former versions. */
let hasLeftovers = true;

export const stored = (url: string) => controller.getCacheKeyForURL(url) !== undefined;
export const answerFromPrecache = (url: string) => controller.createHandlerBoundToURL(url);

export function precache(entries: (PrecacheEntry | string)[]): void {
  controller.addToCacheList(entries);
  // Not the controller's own activation, which deletes all files of other versions at once.
  self.addEventListener("install", (event) =>
    event.waitUntil(navigator.locks.request(precacheLock, () => controller.install(event))),
  );
  self.addEventListener("activate", (event) => event.waitUntil(keepForOpenPages()));
  cleanupOutdatedCaches();
}

/** A file of a former version, if a page may still run it. */
export const findFormer = (url: string): Promise<Response | undefined> =>
  caches.match(url, { cacheName: controller.strategy.cacheName });

async function keepForOpenPages(): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const cache = await caches.open(openPages.cache);
  await cache.put(openPages.key, Response.json(windows.map(({ id }) => id)));
  hasLeftovers = true;
  await dropFormer();
}

/** Deletes what no open page can need any more. To be called from time to time. */
export async function dropFormer(): Promise<void> {
  if (!hasLeftovers) return;
  await navigator.locks.request(precacheLock, async () => {
    const { installing, waiting } = self.registration;
    // Files of the next version lie there as well.
    if (installing !== null || waiting !== null || (await isFormerOpen())) return;
    const cache = await caches.open(controller.strategy.cacheName);
    const present = new Set(controller.getURLsToCacheKeys().values());
    const former = (await cache.keys()).filter(({ url }) => !present.has(url));
    await Promise.all(former.map((request) => cache.delete(request)));
    await caches.delete(openPages.cache);
    hasLeftovers = false;
  });
}

/** Whether a page is open that was there before this version. */
async function isFormerOpen(): Promise<boolean> {
  const record = await caches.match(openPages.key, { cacheName: openPages.cache });
  const ids: unknown = await record?.json();
  if (!Array.isArray(ids)) return false;
  const open = await Promise.all(ids.map((id) => self.clients.get(String(id))));
  return open.some((client) => client !== undefined);
}
