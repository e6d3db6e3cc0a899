/** Focuses the heading for keyboard and screen reader; without a ring, because a heading is not interactive. */
export function focusHeading(heading: HTMLElement | null = document.querySelector("main h1")): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.focus({ preventScroll: true });
}

/** Moves a lost focus to the heading, after a removed element had it. */
export function rescueFocus(): void {
  if (document.activeElement === document.body || document.activeElement === null) focusHeading();
}
