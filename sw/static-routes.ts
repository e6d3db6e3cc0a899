/**
 * Lets the browser itself answer for the app's scripts and styles out of the precache, without a turn through the worker:
 * Chromium alone (developer.mozilla.org/docs/Web/API/InstallEvent/addRoutes). What the cache lacks comes from the network.
 * Such an answer has no way round a storage that hangs, so a document that had to come from the network names its files
 * under a path of their own, which no route has (specification 17.49).
 */
import { staticPath, unroutedPath } from "../contract/static-paths.ts";

declare const self: ServiceWorkerGlobalScope;

type AddRoutes = (rules: unknown) => Promise<void>;
const hasRoutes = "InstallEvent" in self && "addRoutes" in (self.InstallEvent as typeof ExtendableEvent).prototype;

/** @param cacheName where the files are stored under their own addresses */
export function addStaticRoutes(cacheName: string): void {
  self.addEventListener("install", (event: ExtendableEvent & { addRoutes?: AddRoutes }) => {
    const routes = event.addRoutes?.({ condition: { urlPattern: `${staticPath}*` }, source: { cacheName } });
    // They only save time.
    if (routes) event.waitUntil(routes.catch((error: unknown) => console.warn("No static routes", error)));
  });
}

/** A document of the network's, whose files no route answers for. Throws TypeError without a network. */
export async function fetchUnrouted(request: Request): Promise<Response> {
  const response = await fetch(request);
  const isDocument = response.ok && response.headers.get("content-type")?.startsWith("text/html");
  if (!hasRoutes || !isDocument) return response;
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response((await response.text()).replaceAll(staticPath, unroutedPath), { headers });
}

/** Whether such a document has named a file, or a script of its page has. */
export const isUnrouted = (url: URL): boolean =>
  url.origin === self.location.origin && url.pathname.startsWith(unroutedPath);

export const routedUrl = (url: URL): string => url.href.replace(unroutedPath, staticPath);
