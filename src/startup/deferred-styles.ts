/** Applies the styles that the prerendered documents do not need (`scripts/critical-css.ts`). */
import { sleep } from "../lib/sleep.ts";

/** Silence after which a sheet is asked for once more; milliseconds. */
const silentMs = 5_000;
const mostFailures = 3;

/**
 * Applies them once they are loaded. The sheet may have failed before this script ran, which nobody tells: asks again once
 * the document is complete and the sheet is still not there. Rejects if it fails again and again: no other screen could be
 * shown.
 */
export async function applyDeferredStyles(): Promise<void> {
  // Development has one file for all.
  const first = document.querySelector<HTMLLinkElement>("link[data-deferred]");
  if (first === null) return;
  const links = [first];
  let failures = 0;
  for (;;) {
    const outcome = links.find(isLoaded) ?? (await firstEvent(links));
    if (outcome instanceof HTMLLinkElement) {
      outcome.media = "all";
      return;
    }
    if (outcome === "error") failures += 1;
    if (failures === mostFailures) throw new Error("The styles could not be loaded");
    // A slow line goes on with what it has begun.
    if (outcome === "error" || (links.length === 1 && document.readyState === "complete")) links.push(askAgain(first));
  }
}

function askAgain(first: HTMLLinkElement): HTMLLinkElement {
  const again = first.cloneNode() as HTMLLinkElement; // a clone is of the same kind
  first.after(again);
  return again;
}

/** Resolves with the first sheet that loads, or with what else is heard first. */
async function firstEvent(links: readonly HTMLLinkElement[]): Promise<HTMLLinkElement | "error" | "silence"> {
  const end = new AbortController();
  const { signal } = end;
  const event = new Promise<HTMLLinkElement | "error">((resolve) => {
    for (const link of links) {
      link.addEventListener("load", () => resolve(link), { signal });
      link.addEventListener("error", () => resolve("error"), { signal });
    }
  });
  try {
    return await Promise.race([event, sleep(silentMs, signal).then(() => "silence" as const)]);
  } finally {
    end.abort();
  }
}

/** Firefox has the sheet while it is on its way, and refuses its rules; of one that failed it has one without rules. */
function isLoaded({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}
