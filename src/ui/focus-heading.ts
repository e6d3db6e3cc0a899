/** Where keyboard and screen reader go on from; no ring, since nothing can be done with a heading. */
export function focusHeading(heading: HTMLElement | null = document.querySelector("main h1")): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.focus({ preventScroll: true });
}

/** For a part that went and may have taken the focus with it: nobody is left at the top of the page. */
export function rescueFocus(): void {
  if (document.activeElement === document.body || document.activeElement === null) focusHeading();
}
