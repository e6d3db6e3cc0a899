/** The whole app: for members at the start, for visitors when they first touch what needs it. */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createOwnApp } from "./create-app.ts";
import type { OpenedApp, VisitorTarget } from "../features/auth/visitor-context.ts";
import { prefetchScreens } from "./prefetch-screens.ts";
import type { PageParts } from "./page-parts.ts";
import { goWith } from "../routes/go.ts";
import { focusScreen, setDocumentTitle } from "../app/document-title.ts";
import { createAppRouter } from "../routes/tree.tsx";

export interface WholeApp extends OpenedApp {
  /** Shows the screen of the address, once all it needs is loaded; what was painted before stays until then. */
  show(): Promise<void>;
  /** Begins what runs beside the screens; to be called once, when a first screen is painted. */
  start(): void;
  /** Shows another screen, in place of what the page had before if need be. */
  go(target: VisitorTarget): Promise<void>;
}

/** @param render puts it on the page in place of what was there */
export function openApp(parts: PageParts, render: (app: ReactNode) => void): WholeApp {
  const { app, start } = createOwnApp(parts);
  const router = createAppRouter(app);
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
    // Nobody listens to the address before it is shown: to navigate is to load.
    await goWith(router, target);
    if (shown) return;
    const stop = router.subscribe("onRendered", () => {
      stop();
      focusScreen(setDocumentTitle());
    });
    put();
  };

  return {
    app,
    router,
    go,
    start() {
      start((email) => void go({ to: "/login", email }));
      if (!app.worker.available) prefetchScreens(router);
    },
    async show() {
      await router.load();
      put();
    },
  };
}
