import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * One stop of the Tab key in a list of rows; from there up, down, Home and End go to the same control of another row
 * (specification 20.4). When the row that has the focus goes, as by an unlike, the focus stays at its place.
 * @param rows how many there are
 * @param start the row to begin at
 */
export function useRovingRows(ref: RefObject<HTMLElement | null>, rows: number, start: number) {
  const [chosen, setChosen] = useState<number>();
  const focused = useRef<{ element: Element; place: Place }>(undefined);

  useEffect(() => {
    const root = ref.current;
    if (root === null) return;
    const onFocus = ({ target }: FocusEvent) => {
      const place = target instanceof Element ? placeOf(target) : undefined;
      if (place === undefined || !(target instanceof Element)) return;
      focused.current = { element: target, place };
      setChosen(place.row);
    };
    const onKey = (event: KeyboardEvent) => {
      const place = event.target instanceof Element ? placeOf(event.target) : undefined;
      const to = place && targetRow(event, place.row, root.querySelectorAll("li").length - 1);
      if (place === undefined || to === undefined) return;
      event.preventDefault();
      focusAt(root, { ...place, row: to });
    };
    root.addEventListener("focusin", onFocus);
    root.addEventListener("keydown", onKey);
    return () => {
      root.removeEventListener("focusin", onFocus);
      root.removeEventListener("keydown", onKey);
    };
  }, [ref]);

  useLayoutEffect(() => {
    const lost = focused.current;
    if (lost === undefined || lost.element.isConnected || ref.current === null) return;
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    focusAt(ref.current, { ...lost.place, row: Math.min(lost.place.row, rows - 1) });
  }, [ref, rows]);

  return Math.min(chosen ?? Math.max(0, start), rows - 1);
}

/** The row and, within it, which of its buttons. */
interface Place {
  row: number;
  column: number;
}

function placeOf(element: Element): Place | undefined {
  const row = element.closest("li");
  if (row?.parentElement == null) return undefined;
  const column = [...row.querySelectorAll("button")].findIndex((button) => button === element);
  return column < 0 ? undefined : { row: [...row.parentElement.children].indexOf(row), column };
}

function targetRow(event: KeyboardEvent, row: number, last: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  switch (event.key) {
    case "ArrowDown":
      return Math.min(row + 1, last);
    case "ArrowUp":
      return Math.max(row - 1, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

function focusAt(root: HTMLElement, { row, column }: Place): void {
  const buttons = root.querySelectorAll("li")[row]?.querySelectorAll("button");
  (buttons?.[column] ?? buttons?.[0])?.focus();
}
