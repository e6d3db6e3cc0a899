import { type ReactNode, startTransition } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterPaint } from "../lib/after-paint.ts";
import { whenIdle } from "../app/when-idle.ts";
import { language } from "../app/language.ts";
import { lazyImport } from "../app/lazy-import.ts";
import type { PageParts } from "./page-parts.ts";
import { pageOf } from "./page-root.tsx";
import { claimContainer } from "./claim-container.ts";
import { keepFocus } from "./keep-focus.ts";

/** Background work waits at most this long for the first screen to be drawn; milliseconds. */
const startMs = 1_500;

/** Opens the full app and renders it in the member's container. */
export async function showMember(parts: PageParts): Promise<void> {
  const { openApp } = await lazyImport(() => import("./open-app.tsx"));
  let root: Root | undefined;
  const app = openApp(parts, (content: ReactNode) => {
    root ??= createRoot(claimFrame());
    const page = pageOf(content, parts.toaster);
    // A transition yields to taps while it renders.
    startTransition(() => root?.render(page));
  });
  await app.show();
  afterPaint(() => void whenIdle(startMs).then(() => app.start()));
}

function claimFrame(): HTMLElement {
  const container = claimContainer("member", language.get());
  keepFocus(container);
  return container;
}
