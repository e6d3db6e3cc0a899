import { texts } from "../texts/en.ts";
import { focusHeading } from "../ui/focus-heading.ts";

/** Names the document by the heading that is shown. */
export function setDocumentTitle(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading !== null) document.title = texts.frame.title(heading.textContent);
  return heading;
}

/**
 * Where the focus goes when a screen appears: to its heading, so that a screen reader says where one is, or to the field
 * that is left to fill in (`data-autofocus`).
 */
export function focusScreen(heading: HTMLElement | null): void {
  const wanted = document.querySelector<HTMLElement>("main [data-autofocus]");
  if (wanted === null) focusHeading(heading);
  else wanted.focus();
}
