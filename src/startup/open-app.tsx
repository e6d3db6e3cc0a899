/** Opens the full app: at start for members, on first use for visitors. */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createOwnApp } from "./create-app.ts";
import type { OpenedApp, VisitorTarget } from "../features/auth/visitor-context.ts";
import { prefetchScreens } from "./prefetch-screens.ts";
import type { PageParts } from "./page-parts.ts";
import { loadPlayerBar } from "../features/player/LazyPlayerBar.tsx";
import { asksToResume } from "../features/player/resume-asked.ts";
import { beginAnew, navigateTo } from "../routes/navigate.ts";
import { focusScreen, setDocumentTitle } from "../app/document-title.ts";
import { restoreScroll } from "../app/scroll-restoration.ts";
import { createAppRouter } from "../routes/tree.tsx";
import { dialogEntries } from "../ui/dialog-entries.ts";
import { completeTexts } from "../texts/complete.ts";

export interface WholeApp extends OpenedApp {
  /** Loads and shows the screen of the current URL. The painted one stays until then. */
  show(): Promise<void>;
  /** Loads the player's script. A failure is told when the player is needed. */
  loadPlayer(): void;
  /** Starts background work. Call once, after the first paint. */
  start(): void;
  /** Navigates to a screen; renders the app first if it is not shown yet. */
  go(target: VisitorTarget): Promise<void>;
}

/** @param render replaces the page's content with the app */
export function openApp(parts: PageParts, render: (app: ReactNode) => void): WholeApp {
  completeTexts();
  const { app, start } = createOwnApp(parts);
  const router = createAppRouter(app);
  restoreScroll(router);
  let shown = false;

  const put = () => {
    shown = true;
    render(
      <QueryClientProvider client={app.queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  };
  const go = async (target: VisitorTarget) => {
    if (shown) return navigateTo(router, target);
    // The router listens to the address once it is mounted; a Back before that would go unheard.
    const stopListening = router.history.subscribe(() => void router.load());
    const stop = router.subscribe("onRendered", () => {
      stop();
      stopListening();
      focusScreen(setDocumentTitle());
    });
    // Without a mounted router, navigating only loads the route.
    await navigateTo(router, target);
    put();
  };

  return {
    app,
    router,
    go,
    loadPlayer: () => void app.audio().catch(() => {}),
    start() {
      start({
        toLogin: (email) => void go({ to: "/login", ...(email !== "" && { email }) }),
        beginAnew: () => beginAnew(router),
      });
      if (!app.worker.available) prefetchScreens(router);
    },
    async show() {
      // The bar restores the queue: where it shall play at once, it comes with the first screen, else after it.
      const bar = asksToResume() ? loadPlayerBar().catch(() => {}) : undefined;
      await router.load();
      await bar;
      // Once the router listens: it may give back entries of dialogs.
      const stop = router.subscribe("onRendered", () => {
        stop();
        dialogEntries(router);
      });
      put();
    },
  };
}
