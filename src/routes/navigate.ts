import type { AnyRouter } from "@tanstack/react-router";
import type { VisitorTarget } from "../features/auth/visitor-context.ts";
import type { SharedPath } from "../features/auth/wanted-screen.ts";

/** Navigates to a screen from visitor code. */
export const navigateTo = (router: AnyRouter, target: VisitorTarget): Promise<void> =>
  router.navigate({
    // The router takes a whole path in place of a pattern with parameters, too.
    to: target.to as Exclude<typeof target.to, SharedPath>,
    ...("email" in target && { search: { email: target.email } }),
    ...("replace" in target && { replace: true }),
  });
