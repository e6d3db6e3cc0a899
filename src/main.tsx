/** Composition root: takes the page over for a visitor or a member; nothing else wires. */
// First of all: it names the cascade layers in their order.
import "./styles/index.css";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { toastMs } from "../contract/rules/limits.ts";
import { type VisitorPath, visitorPathOf } from "../contract/screens.ts";
import { createSiteConfig } from "./api/config.ts";
import { afterPaint } from "./after-paint.ts";
import { loadChunk } from "./features/auth/chunk.ts";
import { sessionStorageKey } from "./features/auth/session-key.ts";
import { FirstScreen } from "./first-screen.tsx";
import { openWhenNeeded } from "./open-when-needed.ts";
import { registerWorker } from "./pwa/bridge.ts";
import { Toasts } from "./routes/Toasts.tsx";
import { createToaster } from "./ui/toaster.ts";

const parts = {
  config: createSiteConfig(localStorage, location.origin),
  toaster: createToaster(toastMs),
};

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no #root");
const root = createRoot(container);
const visitorPath = visitorPathOf(location.pathname);
if (localStorage.getItem(sessionStorageKey) === null && visitorPath !== undefined)
  showVisitor(visitorPath);
else void showApp();
afterPaint(() => {
  registerWorker().catch((error: unknown) => console.warn("Offline use is not available", error));
});

/** Toasts stay what they are when the app takes a visitor's screen over. */
function render(content: ReactNode): void {
  root.render(
    <StrictMode>
      {content}
      <Toasts toaster={parts.toaster} />
    </StrictMode>,
  );
}

/** The screen alone: the app comes when it is first touched (specification 21). */
function showVisitor(path: VisitorPath): void {
  if (location.pathname !== path) history.replaceState(null, "", path);
  const visitor = openWhenNeeded(parts, render);
  render(<FirstScreen visitor={visitor} path={path} />);
  afterPaint(() => visitor.start());
}

async function showApp(): Promise<void> {
  const { openApp } = await loadChunk(() => import("./open-app.tsx"));
  const app = openApp(parts, render);
  await app.show();
  afterPaint(() => app.start());
}
