import type { KeyboardEvent } from "react";

/** What opens or plays a result, and "Show more"; not the heart and the menu of a song. */
const result = "a, button:not([data-control])";

/** The arrow keys go from result to result, and from the first one up into the search field. */
export function moveBetweenResults(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>(result)];
  // From a row's heart or menu the way goes on from the row.
  const from = document.activeElement?.closest("li")?.querySelector(result) ?? document.activeElement;
  const at = results.findIndex((each) => each === from);
  if (at < 0) return;
  event.preventDefault();
  const next = results[at + by] ?? (by < 0 ? visibleField() : undefined);
  next?.focus();
}

/** The bar has one, and on a phone the page. */
const visibleField = () =>
  [...document.querySelectorAll<HTMLElement>("input[type=search]")].find((field) => field.offsetParent !== null);
