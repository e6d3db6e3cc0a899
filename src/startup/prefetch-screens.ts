/**
 * Prefetches the scripts of all screens on idle, for pages without a service worker that caches them: an update removes
 * them from the server (specification 17.52).
 */
import type { AnyRoute } from "@tanstack/react-router";
import type { AppRouter } from "../routes/tree.tsx";

/** Delay after the first screen; milliseconds. */
const idleMs = 5_000;

export function prefetchScreens(
  router: Pick<AppRouter, "loadRouteChunk"> & { routesById: Record<string, AnyRoute> },
): void {
  setTimeout(() => {
    fetchScreens(router).catch((error: unknown) => console.warn("Not all screens came", error));
  }, idleMs);
}

async function fetchScreens(router: Parameters<typeof prefetchScreens>[0]): Promise<void> {
  for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route);
}
