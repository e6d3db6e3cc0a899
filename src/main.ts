/**
 * Composition root: takes the page over for a visitor or a member; nothing else wires. In steps, each a task of its own:
 * scripts that are evaluated in one go hold up what is typed into the document meanwhile (specification 21.7).
 */
// First of all: it names the cascade layers in their order.
import "./styles/index.css";
import { visitorPathOf } from "../contract/screens.ts";
import { afterPaint } from "./lib/after-paint.ts";
import { releaseWhenLeft } from "./db/page-lifecycle.ts";
import { nextTask } from "./lib/yield-to-event-loop.ts";

releaseWhenLeft(window);
void takeOver();
afterPaint(() => {
  import("./pwa/worker-bridge.ts")
    .then(({ registerWorker }) => registerWorker())
    .catch((error: unknown) => console.warn("Offline use is not available", error));
});

async function takeOver(): Promise<void> {
  await import("react-dom/client");
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
