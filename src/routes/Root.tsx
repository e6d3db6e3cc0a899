import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { useApp } from "../features/auth/app.ts";
import { applyTheme } from "../ui/theme.ts";
import { useFollowNavigation } from "./follow-navigation.ts";
import { readTheme } from "./theme-choice.ts";
import { UpdatePrompt } from "./UpdatePrompt.tsx";

// A toast must not take the page down: without its widget it is not shown, and the next one tries again.
const Toaster = lazy(async () => ({ default: (await import("../ui/Toaster.tsx")).Toaster }));

/** What every screen has: its place, the toasts, and the offer of a new version (specification 9.1, 17.40). */
export function Root() {
  const { toaster } = useApp();
  const [toasted, setToasted] = useState(false);
  useFollowNavigation();
  useLayoutEffect(() => applyTheme(readTheme()), []);
  useEffect(() => toaster.onShow(() => setToasted(true)), [toaster]);
  return (
    <>
      <Outlet />
      {toasted && (
        <Suspense>
          <Toaster toaster={toaster} />
        </Suspense>
      )}
      <UpdatePrompt />
    </>
  );
}
