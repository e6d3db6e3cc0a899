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
import { afterFirstSound } from "../features/player/after-first-sound.ts";
import type { WholeApp } from "./open-app.tsx";
import { closeStartGate } from "../lib/start-gate.ts";
import { playerOf } from "../features/player/player.ts";

/** Background work waits at most this long for the first screen to be drawn; milliseconds. */
const startMs = 1_500;

/** Opens the full app and renders it in the member's container. */
export async function showMember(parts: PageParts): Promise<void> {
  const { openApp } = await lazyImport(() => import("./open-app.tsx"));
  const openGate = closeStartGate(() => soundBegins(app));
  let root: Root | undefined;
  const app: WholeApp = openApp(parts, (content: ReactNode) => {
    root ??= createRoot(claimFrame());
    const page = pageOf(content, parts.toaster);
    // A transition yields to taps while it renders.
    startTransition(() => root?.render(page));
  });
  await app.show().catch((error: unknown) => {
    openGate();
    throw error;
  });
  afterPaint(() => void startLater(app).finally(openGate));
}

async function startLater(app: WholeApp): Promise<void> {
  // While the first rows are drawn: a press on one of them needs it.
  app.loadPlayer();
  await whenIdle(startMs);
  await soundBegins(app);
  app.start();
}

const soundBegins = ({ app }: WholeApp) => afterFirstSound(playerOf(app));

function claimFrame(): HTMLElement {
  const container = claimContainer("member", language.get());
  keepFocus(container);
  return container;
}
