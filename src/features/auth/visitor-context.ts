/** What the screens of visitors need at once; the app itself comes when one of them is first touched. */
import type { AnyRouter } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import type { SiteConfig } from "../../api/site-config.ts";
import type { Toaster } from "../../ui/toaster.ts";
import type { App } from "../../app/app-context.ts";

export interface OpenedApp {
  app: App;
  router: AnyRouter;
}

export interface Visitor {
  config: SiteConfig;
  toaster: Toaster;
  /** Loads the app when first asked. Throws ChunkLoadError. */
  open(): Promise<OpenedApp>;
  /** Opens another screen; there the app takes the page over, if it has not yet. */
  go(to: VisitorTarget): void;
}

export type VisitorTarget =
  | { to: "/login"; email?: string }
  | { to: "/register" | "/register/artist" }
  /** The way back does not lead to a login that is done. */
  | { to: "/home-page"; replace: true };

export const VisitorContext = createContext<Visitor | null>(null);

export function useVisitor(): Visitor {
  const visitor = useContext(VisitorContext);
  if (visitor === null) throw new Error("This part is for the screens of visitors");
  return visitor;
}
