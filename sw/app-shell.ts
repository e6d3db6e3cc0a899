/** Serves the precached app, so that every route opens without a network (specification 17.4). */
import type { PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import type { RouteHandlerCallbackOptions } from "workbox-core";
import { isServerPath } from "../contract/config.ts";
import { documentOf } from "../contract/screens.ts";
import { cacheWithFallback } from "./cache-with-fallback.ts";
import { answerFromPrecache, dropFormer, findFormer, precache, stored } from "./precache.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

export function serveShell(): void {
  // In development nothing is precached, and Vite serves navigations.
  if (import.meta.env.DEV) return;
  precache(self.__WB_MANIFEST);
  registerRoute(
    ({ url }) => stored(url.href),
    (options) => answerFrom(options.url.href, options),
  );
  registerRoute(
    ({ url }) => url.origin === self.location.origin && url.pathname.startsWith("/static/"),
    ({ url, request }) => answerFormer(url.href, request),
  );
  const isNavigation = ({ request, url }: { request: Request; url: URL }) =>
    request.mode === "navigate" && !isServerPath(url.pathname);
  registerRoute(isNavigation, (options) => {
    options.event.waitUntil(dropFormer().catch((error: unknown) => console.warn(error)));
    return answerFrom(storedDocument(options.url), options);
  });
}

/** The prerendered document for a URL, or the shell. */
function storedDocument({ pathname }: URL): string {
  const { file } = documentOf(pathname);
  return stored(file) ? file : "index.html";
}

/** Serves a script of an older version that another page runs; asks the server if it is not cached. */
async function answerFormer(url: string, request: Request): Promise<Response> {
  return (await findFormer(url).catch(() => undefined)) ?? fetch(request);
}

/** @param file a file of the precache manifest */
const answerFrom = (file: string, options: RouteHandlerCallbackOptions): Promise<Response> =>
  cacheWithFallback(answerFromPrecache(file)(options), options.request);
