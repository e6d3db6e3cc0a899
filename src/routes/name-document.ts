import { texts } from "../texts/en.ts";

/** Names the document by the heading that is shown. */
export function nameDocument(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading !== null) document.title = texts.frame.title(heading.textContent);
  return heading;
}

/** Where keyboard and screen reader go on from; no ring, since nothing can be done with a heading. */
export function focusHeading(heading: HTMLElement | null): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.focus({ preventScroll: true });
}
