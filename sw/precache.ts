/**
 * Precaches the files of this version, and keeps those of older versions while a page still runs them: such a page may
 * open a screen whose script the server no longer has (specification 17.42).
 */
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry } from "workbox-precaching";
import { isAppFile } from "./is-app-file.ts";

declare const self: ServiceWorkerGlobalScope;

/** Held while files are added or deleted. */
const precacheLock = "offbeat-precache";
const controller = new PrecacheController({
  plugins: [
    {
      // An installation that gets anything else fails, and is tried again.
      cacheWillUpdate: async ({ request, response }) =>
        response.ok && (await isAppFile(request.url, response.clone())) ? response : null,
    },
  ],
});
const inPrecache = { cacheName: controller.strategy.cacheName };
/** Stores the ids of the pages of before this version. */
const openPages = { cache: "precache-open-pages", key: "/open-pages" };
/** Whether files of older versions may be left. */
let hasLeftovers = true;

export const stored = (url: string) => controller.getCacheKeyForURL(url) !== undefined;
export const answerFromPrecache = (url: string) => controller.createHandlerBoundToURL(url);

/** Whether the stored file is whole. Reads a second copy, so that the response to the page stays as the browser stored it. */
export async function isWhole(url: string): Promise<boolean> {
  const key = controller.getCacheKeyForURL(url);
  const copy = key === undefined ? undefined : await caches.match(key, inPrecache);
  return copy !== undefined && isAppFile(url, copy);
}

/** The cache of this version's files, and their URLs by cache key. */
export const storedFiles = async () => ({
  cache: await caches.open(inPrecache.cacheName),
  files: [...controller.getURLsToCacheKeys()].map(([url, key]) => ({ url, key })),
});

export function precache(entries: (PrecacheEntry | string)[]): void {
  controller.addToCacheList(entries);
  // Not the controller's own `activate`, which deletes all files of other versions at once.
  self.addEventListener("install", (event) =>
    event.waitUntil(navigator.locks.request(precacheLock, () => controller.install(event))),
  );
  self.addEventListener("activate", (event) => event.waitUntil(keepForOpenPages()));
  cleanupOutdatedCaches();
}

/** Finds a file of an older version; some stored theirs with a revision in the query. */
export const findFormer = (url: string): Promise<Response | undefined> =>
  caches.match(url, { ...inPrecache, ignoreSearch: true });

/** Pages are listed only once they have loaded: one that was loading by then goes unlisted, and asks for its scripts. */
async function keepForOpenPages(): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await writeOpen(windows.map(({ id }) => id));
  hasLeftovers = true;
}

/** Keeps the files of older versions also for a page that has asked for one. */
export const keepFor = (clientId: string): Promise<void> =>
  navigator.locks.request(precacheLock, async () => {
    const open = await readOpen();
    if (hasLeftovers && !open.includes(clientId)) await writeOpen([...open, clientId]);
  });

async function writeOpen(ids: readonly unknown[]): Promise<void> {
  const cache = await caches.open(openPages.cache);
  await cache.put(openPages.key, Response.json(ids));
}

async function readOpen(): Promise<readonly unknown[]> {
  const record = await caches.match(openPages.key, { cacheName: openPages.cache });
  // A record that lost its bytes is no reason to keep anything.
  const ids: unknown = await record?.json().catch(() => undefined);
  return Array.isArray(ids) ? ids : [];
}

/** Deletes files of older versions once no page needs them. Call it from time to time. */
export async function dropFormer(): Promise<void> {
  if (!hasLeftovers) return;
  await navigator.locks.request(precacheLock, async () => {
    const { installing, waiting } = self.registration;
    // The cache may also contain files of the next version.
    if (installing !== null || waiting !== null || (await isFormerOpen())) return;
    const cache = await caches.open(inPrecache.cacheName);
    const present = new Set(controller.getURLsToCacheKeys().values());
    const former = (await cache.keys()).filter(({ url }) => !present.has(url));
    await Promise.all(former.map((request) => cache.delete(request)));
    await caches.delete(openPages.cache);
    hasLeftovers = false;
  });
}

/** Whether a page from before this version is still open. */
async function isFormerOpen(): Promise<boolean> {
  const open = await Promise.all((await readOpen()).map((id) => self.clients.get(String(id))));
  return open.some((client) => client !== undefined);
}
