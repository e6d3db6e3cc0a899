import type { AnyRouter } from "@tanstack/react-router";
import { isMailedLink } from "../../contract/mailed-link.ts";
import type { VisitorTarget } from "../features/auth/visitor-context.ts";
import { type SharedPath, takeWanted } from "../features/auth/wanted-screen.ts";

declare module "@tanstack/history" {
  interface HistoryState {
    /** Fills in the login. Not in the address, which browsers keep and suggest to whoever comes next. */
    email?: string;
  }
}

/** Navigates to a screen from visitor code. */
export const navigateTo = (router: AnyRouter, target: VisitorTarget): Promise<void> =>
  router.navigate({
    // The router takes a whole path in place of a pattern with parameters, too.
    to: target.to as Exclude<typeof target.to, SharedPath>,
    ...("email" in target && { state: { email: target.email } }),
    ...("replace" in target && { replace: true }),
  });

/**
 * Loads the page anew: nothing of the old account may stay in memory. A mailed link stays, as it is for everybody; the
 * screen that it leads to is loaded anew.
 */
export function beginAnew(router: AnyRouter): void {
  if (!isMailedLink(location.pathname)) return location.assign(takeWanted() ?? "/");
  router.subscribe("onBeforeNavigate", ({ toLocation }) => {
    if (!isMailedLink(toLocation.pathname)) location.assign(toLocation.href);
  });
}
