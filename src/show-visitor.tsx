import { startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import type { VisitorPath } from "../contract/screens.ts";
import { afterPaint } from "./after-paint.ts";
import { FirstScreen } from "./first-screen.tsx";
import { openWhenNeeded } from "./open-when-needed.ts";
import type { PageParts } from "./page-parts.ts";
import { pageOf } from "./page.tsx";
import { readTheme } from "./routes/theme-choice.ts";
import { take } from "./take.ts";
import { applyTheme } from "./ui/theme.ts";

/** The screen alone, as the document has it: the app comes when it is first touched (specification 21). */
export function showVisitor(parts: PageParts, path: VisitorPath): void {
  if (location.pathname !== path) history.replaceState(null, "", path);
  const email = new URLSearchParams(location.search).get("email") ?? "";
  const container = take("visitor");
  let root: Root | undefined;
  const visitor = openWhenNeeded(parts, (app) => root?.render(pageOf(app, parts.toaster)));
  const screen = pageOf(<FirstScreen visitor={visitor} path={path} email={email} />, parts.toaster);
  // In slices, so that what is typed meanwhile is not held up.
  startTransition(() => {
    // In development the document holds a comment in its place.
    if (container.firstElementChild !== null) root = hydrateRoot(container, screen);
    else (root = createRoot(container)).render(screen);
  });
  applyTheme(readTheme());
  afterPaint(() => visitor.start());
}
