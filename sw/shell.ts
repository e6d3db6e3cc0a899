/** The app itself, precached: every route of it opens without a network (specification 17.4). */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precache,
  type PrecacheEntry,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import type { RouteHandlerCallbackOptions } from "workbox-core";
import { serverPaths } from "../contract/config.ts";
import { storedOrNetwork } from "./patient.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

/** Paths of the list that end in a slash are folders, the others single files. */
const isServerPath = (path: string) =>
  serverPaths.some((own) => path === own || (own.endsWith("/") && `${path}/`.startsWith(own)));

export function serveShell(): void {
  // In development there is no manifest, nothing is precached, and Vite answers navigations.
  if (import.meta.env.DEV) return;
  precache(self.__WB_MANIFEST);
  cleanupOutdatedCaches();
  registerRoute(
    ({ url }) => getCacheKeyForURL(url.href) !== undefined,
    (options) => answerFrom(options.url.href, options),
  );
  const isNavigation = ({ request, url }: { request: Request; url: URL }) =>
    request.mode === "navigate" && !isServerPath(url.pathname);
  registerRoute(isNavigation, (options) => answerFrom("index.html", options));
}

/** @param file of the manifest */
const answerFrom = (file: string, options: RouteHandlerCallbackOptions): Promise<Response> =>
  storedOrNetwork(createHandlerBoundToURL(file)(options), options.request);
