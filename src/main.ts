/**
 * Composition root: renders the visitor's or the member's page. Each step is a task of its own, because one long task
 * would delay what the user types meanwhile (specification 21.7).
 */
// Must come first: it declares the order of the cascade layers.
import "./styles/index.css";
import { visitorPathOf } from "../contract/screens.ts";
import { afterPaint } from "./lib/after-paint.ts";
import { releaseWhenLeft } from "./db/page-lifecycle.ts";
import { nextTask } from "./lib/yield-to-event-loop.ts";

releaseWhenLeft(window);
void takeOver();
afterPaint(() => {
  import("./pwa/register-worker.ts")
    .then(({ registerWorker }) => registerWorker())
    .catch((error: unknown) => console.warn("Offline use is not available", error));
});

async function takeOver(): Promise<void> {
  const [{ startLanguage }] = await Promise.all([import("./app/language.ts"), import("react-dom/client")]);
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
