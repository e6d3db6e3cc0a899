/** The app itself, precached: every route of it opens without a network (specification 17.4). */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { serverPaths } from "../contract/config.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

/** Paths of the list that end in a slash are folders, the others single files. */
const isServerPath = (path: string) =>
  serverPaths.some((own) => path === own || (own.endsWith("/") && `${path}/`.startsWith(own)));

export function serveShell(): void {
  // In development there is no manifest, nothing is precached, and Vite answers navigations.
  if (import.meta.env.DEV) return;
  precacheAndRoute(self.__WB_MANIFEST);
  cleanupOutdatedCaches();
  const isNavigation = ({ request, url }: { request: Request; url: URL }) =>
    request.mode === "navigate" && !isServerPath(url.pathname);
  registerRoute(isNavigation, createHandlerBoundToURL("index.html"));
}
