import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

/** Marks a row with its place in the list: rows far from the screen may not be in the document. */
export const rowMark = "data-row";

/**
 * One stop of the Tab key in a list of rows; from there up, down, Home and End go to the same control of another row
 * (specification 20.4). When the row that has the focus goes, as by an unlike, the focus stays at its place.
 * @param ids of all rows; the row at the answer has to be in the document
 * @param start the row to begin at
 */
export function useRovingFocus(ref: RefObject<HTMLElement | null>, ids: readonly string[], start: number): number {
  const [chosen, setChosen] = useState<{ row: number; id: string | undefined }>();
  const focused = useRef<{ element: Element; place: Place }>(undefined);
  /** Where the focus goes as soon as that row is in the document. */
  const wanted = useRef<Place>(undefined);
  const last = ids.length - 1;

  const choose = useEffectEvent((row: number) => setChosen({ row, id: ids[row] }));

  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const place = target instanceof Element ? placeOf(target) : undefined;
    if (place === undefined || !(target instanceof Element)) return;
    focused.current = { element: target, place };
    choose(place.row);
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const place = event.target instanceof Element ? placeOf(event.target) : undefined;
    const to = place && targetRow(event, place.row, last);
    if (place === undefined || to === undefined || ref.current === null) return;
    event.preventDefault();
    const next = { ...place, row: to };
    if (focusAt(ref.current, next)) return;
    wanted.current = next;
    choose(to);
  });

  useEffect(() => {
    const root = ref.current;
    if (root === null) return undefined;
    const hearFocus = (event: FocusEvent) => onFocus(event);
    const hearKey = (event: KeyboardEvent) => onKey(event);
    root.addEventListener("focusin", hearFocus);
    root.addEventListener("keydown", hearKey);
    return () => {
      root.removeEventListener("focusin", hearFocus);
      root.removeEventListener("keydown", hearKey);
    };
  }, [ref]);

  // After every change of what is in the document.
  useLayoutEffect(() => {
    const root = ref.current;
    if (root === null) return;
    if (wanted.current !== undefined && focusAt(root, wanted.current)) wanted.current = undefined;
    const lost = focused.current;
    if (lost === undefined || lost.element.isConnected) return;
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    focusAt(root, { ...lost.place, row: Math.min(lost.place.row, last) });
  });

  const row = chosen === undefined ? Math.max(0, start) : rowOf(ids, chosen);
  return Math.min(row, last);
}

/** Where a row is now: rows may have come or gone before it; one that went leaves its place to the next. */
function rowOf(ids: readonly string[], { row, id }: { row: number; id: string | undefined }): number {
  if (id === undefined || ids[row] === id) return row;
  const now = ids.indexOf(id);
  return now < 0 ? row : now;
}

/** The row and, within it, which of its buttons. */
interface Place {
  row: number;
  column: number;
}

function placeOf(element: Element): Place | undefined {
  const row = element.closest(`[${rowMark}]`);
  if (row === null) return undefined;
  const column = [...row.querySelectorAll("button")].findIndex((button) => button === element);
  return column < 0 ? undefined : { row: Number(row.getAttribute(rowMark)), column };
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

/** Answers whether that row is in the document. */
function focusAt(root: HTMLElement, { row, column }: Place): boolean {
  const buttons = root.querySelector(`[${rowMark}="${row}"]`)?.querySelectorAll("button");
  (buttons?.[column] ?? buttons?.[0])?.focus();
  return buttons !== undefined;
}
