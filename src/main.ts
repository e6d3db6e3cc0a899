/**
 * Composition root: renders the visitor's or the member's page. Each step is a task of its own, because one long task
 * would delay what the user types meanwhile (specification 21.7).
 */
// Must come first: it declares the order of the cascade layers.
import "./styles/index.css";
import { visitorPathOf } from "../contract/screens.ts";
import { afterPaint } from "./lib/after-paint.ts";
import { releaseWhenLeft } from "./db/page-lifecycle.ts";
import { recordedNames } from "./features/auth/session-key.ts";
import { withTimeout } from "./lib/with-timeout.ts";
import { nextTask } from "./lib/yield-to-event-loop.ts";
import { applyDeferredStyles } from "./startup/deferred-styles.ts";

/** A storage that hangs must not hide the app; milliseconds. */
const sweepMs = 3_000;

releaseWhenLeft(window);
void sweepLeft().then(takeOver);
afterPaint(() => {
  import("./pwa/register-worker.ts")
    .then(({ registerWorker }) => registerWorker())
    .catch((error: unknown) => console.warn("Offline use is not available", error));
});

/** Deletes what sign-ins that ended with their page or browser have left, before anything is shown (specification 2.19). */
async function sweepLeft(): Promise<void> {
  try {
    if (recordedNames().length === 0) return;
    const { sweepVolatile } = await import("./features/auth/volatile-databases.ts");
    await withTimeout(sweepMs, sweepVolatile());
  } catch (error) {
    // Storage is blocked, or the script did not come: the next start tries again.
    console.warn("What a sign-in has left could not be removed", error);
  }
}

async function takeOver(): Promise<void> {
  const [{ startLanguage }] = await Promise.all([
    import("./app/language.ts"),
    import("react-dom/client"),
    applyDeferredStyles(),
  ]);
  await startLanguage();
  await nextTask();
  const { createParts } = await import("./startup/page-parts.ts");
  await nextTask();
  const visitorPath = visitorPathOf(location.pathname);
  if (!("user" in document.documentElement.dataset) && visitorPath !== undefined) {
    const { showVisitor } = await import("./startup/show-visitor.tsx");
    showVisitor(createParts(), visitorPath);
  } else {
    const { showMember } = await import("./startup/show-member.tsx");
    await showMember(createParts());
  }
}
