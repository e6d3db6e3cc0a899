/** The services of visitor screens; the app itself loads on first use. */
import type { AnyRouter } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import type { SiteConfig } from "../../api/site-config.ts";
import type { Toaster } from "../../ui/toaster.ts";
import type { App } from "../../app/app-context.ts";
import type { SharedPath } from "./wanted-screen.ts";

export interface OpenedApp {
  app: App;
  router: AnyRouter;
}

export interface Visitor {
  config: SiteConfig;
  toaster: Toaster;
  /** Loads the app on first use. Throws ChunkLoadError. */
  open(): Promise<OpenedApp>;
  /** Navigates to another screen. */
  go(to: VisitorTarget): void;
}

export type VisitorTarget =
  | { to: "/login"; email?: string; replace?: true }
  | { to: "/register" | "/register/artist" }
  /** Replaces the history entry, so that Back does not lead to the login. */
  | { to: "/home-page" | SharedPath; replace: true };

export const VisitorContext = createContext<Visitor | null>(null);

export function useVisitor(): Visitor {
  const visitor = useContext(VisitorContext);
  if (visitor === null) throw new Error("This part is for the screens of visitors");
  return visitor;
}
