import { Outlet, useRouter } from "@tanstack/react-router";
import { useLayoutEffect, useMemo } from "react";
import { useApp } from "../features/auth/app.ts";
import { type Visitor, VisitorContext } from "../features/auth/visitor.ts";
import { applyTheme } from "../ui/theme.ts";
import { goWith } from "./go.ts";
import { useFollowNavigation } from "./follow-navigation.ts";
import { readTheme } from "./theme-choice.ts";
import { UpdatePrompt } from "./UpdatePrompt.tsx";

/** What every screen has: its place, and the offer of a new version (specification 17.40). */
export function Root() {
  const visitor = useOpenVisitor();
  useFollowNavigation();
  useLayoutEffect(() => applyTheme(readTheme()), []);
  return (
    <VisitorContext value={visitor}>
      <Outlet />
      <UpdatePrompt />
    </VisitorContext>
  );
}

/** For the screens of visitors: nothing is left to be loaded. */
function useOpenVisitor(): Visitor {
  const app = useApp();
  const router = useRouter();
  return useMemo(
    () => ({
      config: app.config,
      toaster: app.toaster,
      open: () => Promise.resolve({ app, router }),
      go: (target) => void goWith(router, target),
    }),
    [app, router],
  );
}
