/**
 * Virtualizes long lists: renders the rows near the viewport and one that must stay. All rows have one height, which is
 * measured.
 */
import { type RefObject, useLayoutEffect, useState } from "react";

/** Shorter lists are rendered completely, so that the browser's own search finds everything. */
export const manyRows = 100;

/** A row's height before the first is measured: `--row`. */
const usualHeight = 56;
/** Rows are added and removed in steps, so that most scrolling renders nothing. */
const step = 8;
/** Margin above and below the viewport, as a share of its height. */
const spare = 0.5;

/** Rows from `first` to `end`, exclusive. */
interface Range {
  first: number;
  end: number;
}

export interface RowWindow extends Range {
  /** In px. */
  rowHeight: number;
}

/** @param top the list's offset from the top of the viewport; in px, as are the heights */
export function rangeNear(top: number, screen: number, rowHeight: number, count: number): Range {
  const margin = screen * spare;
  const first = Math.floor((-top - margin) / rowHeight / step) * step;
  const end = Math.ceil((screen + margin - top) / rowHeight / step) * step;
  const clamp = (row: number) => Math.min(Math.max(row, 0), count);
  return { first: clamp(first), end: clamp(end) };
}

/** @param ref an element that contains only the list */
export function useRowWindow(ref: RefObject<HTMLElement | null>, count: number): RowWindow {
  const isLong = count > manyRows;
  const [shown, setShown] = useState<RowWindow>(() => ({
    ...rangeNear(0, window.innerHeight, usualHeight, count),
    rowHeight: usualHeight,
  }));

  useLayoutEffect(() => {
    const root = ref.current;
    if (!isLong || root === null) return undefined;
    const update = () => {
      const { top } = root.getBoundingClientRect();
      const rowHeight = root.querySelector("li")?.getBoundingClientRect().height;
      setShown((before) => shownNow(top, rowHeight || before.rowHeight, count, before));
    };
    update();
    const observer = new ResizeObserver(update);
    // The list resizes with its rows, the body with the content above the list.
    observer.observe(root);
    observer.observe(document.body);
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    window.addEventListener("scroll", update, options);
    window.addEventListener("resize", update, options);
    return () => {
      listening.abort();
      observer.disconnect();
    };
  }, [ref, count, isLong]);

  return isLong ? shown : { first: 0, end: count, rowHeight: shown.rowHeight };
}

/** Returns the previous object if nothing changed. */
function shownNow(top: number, rowHeight: number, count: number, before: RowWindow): RowWindow {
  const { first, end } = rangeNear(top, window.innerHeight, rowHeight, count);
  const isSame = first === before.first && end === before.end && rowHeight === before.rowHeight;
  return isSame ? before : { first, end, rowHeight };
}

/** A rendered row, and how many rows right before it are not rendered. */
export interface PlacedRow {
  index: number;
  missingBefore: number;
}

/** The rows of a range and the kept row, in order; and the number of rows after the last. */
export function placeRows(
  { first, end }: Range,
  count: number,
  kept: number,
): { placed: PlacedRow[]; missingAfter: number } {
  const length = Math.max(0, Math.min(end, count) - first);
  const range = Array.from({ length }, (_, at) => first + at);
  const isApart = kept >= 0 && kept < count && (kept < first || kept >= first + length);
  const indices = !isApart ? range : kept < first ? [kept, ...range] : [...range, kept];
  const placed = indices.map((index, at) => ({
    index,
    missingBefore: index - (indices[at - 1] ?? -1) - 1,
  }));
  return { placed, missingAfter: count - (indices.at(-1) ?? -1) - 1 };
}
