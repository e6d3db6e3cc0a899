/**
 * Applies the styles that the documents do not need, once they are there; the build has them loaded after all else
 * (`scripts/split-styles.ts`). Rejects where they do not come: without them no other screen can be shown.
 */
export async function restOfStyles(): Promise<void> {
  // In development there is none.
  const link = document.querySelector<HTMLLinkElement>("link[data-rest]");
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
