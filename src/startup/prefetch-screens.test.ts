import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { prefetchScreens } from "./prefetch-screens.ts";

afterEach(() => vi.useRealTimers());

// 17.52
test("each screen's script is fetched once the page is idle, and one that fails does no harm", async () => {
  vi.useFakeTimers();
  const fetched: string[] = [];
  const root = createRootRoute();
  const screens = ["/a", "/b", "/c"].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(async () => {
        fetched.push(path);
        if (path === "/b") throw new Error("cut");
        return { default: () => null };
      }),
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(screens),
    history: createMemoryHistory(),
  });
  prefetchScreens(router);
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched).toEqual(["/a", "/b", "/c"]);
});
