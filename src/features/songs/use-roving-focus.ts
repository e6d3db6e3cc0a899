import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

/** Attribute with a row's index in the list, because not all rows are rendered. */
export const rowMark = "data-row";

/**
 * Roving focus: one tab stop in a list of rows; the arrow keys, Home and End move to the same control of another row
 * (specification 20.4). When the focused row is removed, as by an unlike, the focus stays at its index. Returns the index
 * of the tab stop, which must be rendered.
 * @param ids of all rows
 * @param start the initial row
 */
export function useRovingFocus(ref: RefObject<HTMLElement | null>, ids: readonly string[], start: number): number {
  const [chosen, setChosen] = useState<{ row: number; id: string | undefined }>();
  const focused = useRef<{ element: Element; place: Place }>(undefined);
  /** Receives the focus as soon as its row is rendered. */
  const pending = useRef<Place>(undefined);
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
    pending.current = next;
    choose(to);
  });

  useEffect(() => {
    const root = ref.current;
    if (root === null) return undefined;
    const handleFocus = (event: FocusEvent) => onFocus(event);
    const handleKey = (event: KeyboardEvent) => onKey(event);
    root.addEventListener("focusin", handleFocus);
    root.addEventListener("keydown", handleKey);
    return () => {
      root.removeEventListener("focusin", handleFocus);
      root.removeEventListener("keydown", handleKey);
    };
  }, [ref]);

  // After every render, because any may add or remove rows.
  useLayoutEffect(() => {
    const root = ref.current;
    if (root === null) return;
    if (pending.current !== undefined && focusAt(root, pending.current)) pending.current = undefined;
    const lost = focused.current;
    if (lost === undefined || lost.element.isConnected) return;
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    focusAt(root, { ...lost.place, row: Math.min(lost.place.row, last) });
  });

  const row = chosen === undefined ? Math.max(0, start) : rowOf(ids, chosen);
  return Math.min(row, last);
}

/** A row's current index, after rows before it may have changed; a removed row leaves its index to the next. */
function rowOf(ids: readonly string[], { row, id }: { row: number; id: string | undefined }): number {
  if (id === undefined || ids[row] === id) return row;
  const now = ids.indexOf(id);
  return now < 0 ? row : now;
}

/** A row and the index of a button in it. */
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

/** Returns whether that row is rendered. */
function focusAt(root: HTMLElement, { row, column }: Place): boolean {
  const buttons = root.querySelector(`[${rowMark}="${row}"]`)?.querySelectorAll("button");
  (buttons?.[column] ?? buttons?.[0])?.focus();
  return buttons !== undefined;
}
