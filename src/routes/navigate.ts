import type { AnyRouter } from "@tanstack/react-router";
import type { VisitorTarget } from "../features/auth/visitor-context.ts";

/** Navigates to a screen from visitor code. */
export const navigateTo = (router: AnyRouter, target: VisitorTarget): Promise<void> =>
  router.navigate({
    to: target.to,
    ...("email" in target && { search: { email: target.email } }),
    ...("replace" in target && { replace: true }),
  });
