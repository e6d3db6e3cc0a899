import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useMemo } from "react";
import { useApp } from "../app/app-context.ts";
import { type Visitor, VisitorContext } from "../features/auth/visitor-context.ts";
import { applyTheme } from "../ui/apply-theme.ts";
import { navigateTo } from "./navigate.ts";
import { useFocusAfterNavigation } from "../app/focus-after-navigation.ts";
import { readTheme } from "../app/stored-theme.ts";
import { UpdatePrompt } from "../features/offline/UpdatePrompt.tsx";

/** The root of every screen: toasts, and the offer of a new version (specification 17.40). */
export function Root() {
  const visitor = useOpenVisitor();
  useFocusAfterNavigation();
  useToastsOfScreens();
  useLayoutEffect(() => applyTheme(readTheme()), []);
  return (
    <VisitorContext value={visitor}>
      <Outlet />
      <UpdatePrompt />
    </VisitorContext>
  );
}

/** What was told on a screen does not cover the next one (specification 9.1). */
function useToastsOfScreens(): void {
  const { toaster } = useApp();
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) toaster.leaveScreen();
      }),
    [router, toaster],
  );
}

/** For visitor screens, which have nothing left to load. */
function useOpenVisitor(): Visitor {
  const app = useApp();
  const router = useRouter();
  return useMemo(
    () => ({
      config: app.config,
      toaster: app.toaster,
      open: () => Promise.resolve({ app, router }),
      go: (target) => void navigateTo(router, target),
    }),
    [app, router],
  );
}
