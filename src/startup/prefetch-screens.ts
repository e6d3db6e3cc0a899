/**
 * The scripts of all screens, fetched while nothing else is to do, for pages without a worker that keeps them: after an
 * update the server has them no more (specification 17.52).
 */
import type { AnyRoute } from "@tanstack/react-router";
import type { AppRouter } from "../routes/tree.tsx";

/** After the first screen has what it needs; milliseconds. */
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
