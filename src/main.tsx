/** Composition root: takes the page over for a visitor or a member; nothing else wires. */
// First of all: it names the cascade layers in their order.
import "./styles/index.css";
import { type ReactNode, startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { actionToastMs, toastMs } from "../contract/rules/limits.ts";
import { type VisitorPath, visitorPathOf } from "../contract/screens.ts";
import { afterPaint } from "./after-paint.ts";
import { createSiteConfig } from "./api/config.ts";
import { letGoWhenLeft } from "./db/left-page.ts";
import { loadChunk } from "./features/auth/chunk.ts";
import { FirstScreen } from "./first-screen.tsx";
import { openWhenNeeded } from "./open-when-needed.ts";
import { pageOf } from "./page.tsx";
import { registerWorker } from "./pwa/bridge.ts";
import { applyTheme } from "./ui/theme.ts";
import { readTheme } from "./routes/theme-choice.ts";
import { createToaster } from "./ui/toaster.ts";

letGoWhenLeft(window);
const parts = {
  config: createSiteConfig(localStorage, location.origin),
  toaster: createToaster({ ms: toastMs, actionMs: actionToastMs }),
};
const visitorPath = visitorPathOf(location.pathname);
if (!("user" in document.documentElement.dataset) && visitorPath !== undefined)
  showVisitor(visitorPath);
else void showMember();
afterPaint(() => {
  registerWorker().catch((error: unknown) => console.warn("Offline use is not available", error));
});

/** The screen alone, as the document has it: the app comes when it is first touched (specification 21). */
function showVisitor(path: VisitorPath): void {
  if (location.pathname !== path) history.replaceState(null, "", path);
  const email = new URLSearchParams(location.search).get("email") ?? "";
  const container = take("visitor");
  let root: Root | undefined;
  const visitor = openWhenNeeded(parts, (app) => root?.render(pageOf(app, parts.toaster)));
  const screen = pageOf(<FirstScreen visitor={visitor} path={path} email={email} />, parts.toaster);
  // In slices, so that what is typed meanwhile is not held up.
  startTransition(() => {
    if (container.hasChildNodes()) root = hydrateRoot(container, screen);
    else (root = createRoot(container)).render(screen);
  });
  applyTheme(readTheme());
  afterPaint(() => visitor.start());
}

async function showMember(): Promise<void> {
  const { openApp } = await loadChunk(() => import("./open-app.tsx"));
  let root: Root | undefined;
  const app = openApp(parts, (content: ReactNode) => {
    root ??= createRoot(take("member"));
    root.render(pageOf(content, parts.toaster));
  });
  await app.show();
  afterPaint(() => app.start());
}

/** The part of the document that is the page from now on; what was there for others goes. */
function take(id: "visitor" | "member"): HTMLElement {
  const container = document.getElementById(id);
  if (container === null) throw new Error(`index.html has no #${id}`);
  container.id = "root";
  for (const other of document.querySelectorAll("#visitor, #member, .not-started")) other.remove();
  return container;
}
