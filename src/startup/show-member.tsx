import { type ReactNode, startTransition } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterPaint } from "../lib/after-paint.ts";
import { lazyImport } from "../app/lazy-import.ts";
import type { PageParts } from "./page-parts.ts";
import { pageOf } from "./page-root.tsx";
import { claimContainer } from "./claim-container.ts";

/** The whole app at once. */
export async function showMember(parts: PageParts): Promise<void> {
  const { openApp } = await lazyImport(() => import("./open-app.tsx"));
  let root: Root | undefined;
  const app = openApp(parts, (content: ReactNode) => {
    root ??= createRoot(claimContainer("member"));
    const page = pageOf(content, parts.toaster);
    // In slices, so that what is tapped meanwhile is not held up.
    startTransition(() => root?.render(page));
  });
  await app.show();
  afterPaint(() => app.start());
}
