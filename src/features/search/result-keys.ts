import type { KeyboardEvent } from "react";

/** What opens or plays a result, and "Show more"; not the heart and the menu of a song. */
const result = "[data-control=open], [data-control=play], button:not([data-control])";

/** The arrow keys lead on from the end of a list of results to the next one, and from the first up into the search field. */
export function moveBetweenLists(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const from = document.activeElement;
  const item = from?.closest("li");
  // The list's own keys have moved the focus, or will as soon as the next row is drawn.
  if (from !== event.target || (item && !isLast(item, by))) return;
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>(result)];
  const at = results.findIndex((each) => each === (item?.querySelector(result) ?? from));
  if (at < 0) return;
  event.preventDefault();
  const next = results[at + by] ?? (by < 0 ? visibleField() : undefined);
  next?.focus();
}

/** Nothing of its list comes after it in that direction. */
function isLast(item: Element, by: number): boolean {
  const place = item.getAttribute("aria-posinset");
  if (place === null) return (by < 0 ? item.previousElementSibling : item.nextElementSibling) === null;
  return Number(place) === (by < 0 ? 1 : Number(item.getAttribute("aria-setsize")));
}

/** The bar has one, and on a phone the page. */
const visibleField = () =>
  [...document.querySelectorAll<HTMLElement>("input[type=search]")].find((field) => field.offsetParent !== null);
