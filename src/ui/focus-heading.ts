/** The last heading that got the focus. */
let focused: HTMLElement | undefined;

/** Focuses the heading for keyboard and screen reader; without a ring, because a heading is not interactive. */
export function focusHeading(heading: HTMLElement | null = document.querySelector("main h1")): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.focus({ preventScroll: true });
  focused = heading;
}

/** From a button that goes with what it did, to the heading of the part in which it stands; in a search, to its field. */
export function focusPartHeading(button: Element): void {
  const field = button.closest("[role=search]")?.querySelector("input");
  if (field) field.focus();
  else focusHeading(partOf(button)?.querySelector<HTMLElement>("h1, h2"));
}

/** What has a heading of its own. */
export const partOf = (element: Element): Element | null => element.closest("section, dialog, main");

/** Moves a lost focus to the screen's heading, or to that of a part, after a removed element had it. */
export function rescueFocus(within?: Element | null): void {
  if (!isFocusLost()) return;
  if (within) focusPartHeading(within);
  else focusHeading();
}

/** Moves the focus of a heading that has gone, such as that of a screen that loaded, to the one in its place. */
export function followHeading(): void {
  if (focused?.isConnected === false && isFocusLost()) focusHeading();
}

const isFocusLost = () => document.activeElement === document.body || document.activeElement === null;
