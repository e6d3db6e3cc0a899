import { startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import type { VisitorPath } from "../../contract/screens.ts";
import { afterPaint } from "../lib/after-paint.ts";
import { readEntry } from "../features/auth/use-form-entry.ts";
import { noteWanted } from "../features/auth/wanted-screen.ts";
import { language } from "../app/language.ts";
import { VisitorScreen } from "./VisitorScreen.tsx";
import { openWhenNeeded } from "./open-on-demand.ts";
import type { PageParts } from "./page-parts.ts";
import { pageOf } from "./page-root.tsx";
import { readTheme } from "../app/stored-theme.ts";
import { claimContainer } from "./claim-container.ts";
import { applyTheme } from "../ui/apply-theme.ts";

/** Hydrates the visitor's screen alone. The app loads on first use. */
export function showVisitor(parts: PageParts, path: VisitorPath): void {
  if (location.pathname !== path) {
    noteWanted(location.pathname);
    // A slash at the end alone leads to no other screen, which would know nothing of the query.
    const search = location.pathname.startsWith(path) ? location.search : "";
    history.replaceState(history.state, "", path + search);
  }
  const { email = "" } = readEntry();
  const container = claimContainer("visitor", language.get());
  let root: Root | undefined;
  const visitor = openWhenNeeded(parts, (app) => root?.render(pageOf(app, parts.toaster)));
  const screen = pageOf(<VisitorScreen visitor={visitor} path={path} email={email} />, parts.toaster);
  // A transition yields to typing while it renders.
  startTransition(() => {
    // In development nothing is prerendered.
    if (container.firstElementChild !== null) root = hydrateRoot(container, screen);
    else (root = createRoot(container)).render(screen);
  });
  applyTheme(readTheme());
  afterPaint(() => visitor.start());
}
