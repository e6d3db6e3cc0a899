/**
 * Applies the styles that the prerendered documents do not need, once they are loaded (`scripts/critical-css.ts`). Rejects
 * if they fail to load: no other screen could be shown.
 */
export async function applyDeferredStyles(): Promise<void> {
  // Development has one file for all.
  const link = document.querySelector<HTMLLinkElement>("link[data-deferred]");
  if (link === null) return;
  if (!isLoaded(link))
    await new Promise((resolve, reject) => {
      link.addEventListener("load", resolve);
      link.addEventListener("error", () => reject(new Error("The styles could not be loaded")));
    });
  link.media = "all";
}

/** Firefox has the sheet while it is on its way, and refuses its rules. */
function isLoaded({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length >= 0;
  } catch {
    return false;
  }
}
