/** The services that exist before the app is loaded and before the user is known. */
import { actionToastMs, toastMs } from "../../contract/rules/limits.ts";
import { createSiteConfig, type SiteConfig } from "../api/site-config.ts";
import { createToaster, type Toaster } from "../ui/toaster.ts";

export interface PageParts {
  config: SiteConfig;
  toaster: Toaster;
}

export const createParts = (): PageParts => ({
  config: createSiteConfig(localStorage, location.origin),
  toaster: createToaster({ ms: toastMs, actionMs: actionToastMs }),
});
