/** Serves the precached app, so that every route opens without a network (specification 17.4). */
import type { PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import type { RouteHandlerCallbackOptions } from "workbox-core";
import { isServerPath } from "../contract/config.ts";
import { documentOf } from "../contract/screens.ts";
import { sleep } from "../src/lib/sleep.ts";
import { cacheWithFallback } from "./cache-with-fallback.ts";
import { healFiles } from "./heal-files.ts";
import { isDocument, isPage } from "./is-app-file.ts";
import {
  answerFromPrecache,
  dropFormer,
  findFormer,
  keepFor,
  precache,
  isWhole,
  stored,
  storedFiles,
} from "./precache.ts";

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
    ({ url, request, event }) => answerFormer(url.href, request, event),
  );
  const isNavigation = ({ request, url }: { request: Request; url: URL }) =>
    request.mode === "navigate" && !isServerPath(url.pathname);
  registerRoute(isNavigation, (options) => {
    options.event.waitUntil(cleanUp().catch((error: unknown) => console.warn(error)));
    return answerFrom(storedDocument(options.url), options);
  });
}

/** Long enough after a navigation that the start of the page is over; milliseconds. */
const startMs = 10_000;
let isChecked = false;

async function cleanUp(): Promise<void> {
  await dropFormer();
  if (isChecked) return;
  isChecked = true;
  await sleep(startMs);
  await healFiles(await storedFiles(), isCurrent);
}

/** Whether the server has the version that this worker precached. */
async function isCurrent(): Promise<boolean> {
  const { installing, waiting } = await self.registration.update();
  return installing === null && waiting === null;
}

/** A document, unless it is lost (specification 17.61): without it the page could not even say so. */
async function answerWhole(file: string, options: RouteHandlerCallbackOptions): Promise<Response> {
  const [answer, whole] = await Promise.all([answerFromPrecache(file)(options), isWhole(file)]);
  if (!whole) throw new Error(`${file} is lost`);
  return answer;
}

/** The prerendered document for a URL, or the shell. */
function storedDocument({ pathname }: URL): string {
  const { file } = documentOf(pathname);
  return stored(file) ? file : "index.html";
}

/** Serves a script of an older version that another page runs; asks the server if it is not cached. */
async function answerFormer(url: string, request: Request, event: ExtendableEvent): Promise<Response> {
  const found = await findFormer(url).catch(() => undefined);
  if (found === undefined || isPage(found)) return fetch(request);
  if (event instanceof FetchEvent)
    event.waitUntil(keepFor(event.clientId).catch((error: unknown) => console.warn(error)));
  return found;
}

/** @param file a file of the precache manifest */
const answerFrom = (file: string, options: RouteHandlerCallbackOptions): Promise<Response> =>
  cacheWithFallback((isDocument(file) ? answerWhole : answerAsset)(file, options), options.request);

async function answerAsset(file: string, options: RouteHandlerCallbackOptions): Promise<Response> {
  const answer = await answerFromPrecache(file)(options);
  if (isPage(answer)) throw new Error(`In place of ${file} a page is stored`);
  return answer;
}
