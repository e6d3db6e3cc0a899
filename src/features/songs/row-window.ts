/**
 * Which rows of a long list are in the document: those near the screen, and one that must stay. All rows of such a list
 * are of one height, which is measured.
 */
import { type RefObject, useLayoutEffect, useState } from "react";

/** Shorter lists are in the document as a whole, where the browser's own search finds all of it. */
export const manyRows = 100;

/** Of a row before the first one was measured: `--row`. */
const usualHeight = 56;
/** Rows come and go this many at a time, so that most scrolling changes nothing. */
const step = 8;
/** Beyond the screen, above and below, as a share of it. */
const spare = 0.5;

/** Rows from `first` up to, and without, `end`. */
interface Range {
  first: number;
  end: number;
}

export interface RowWindow extends Range {
  /** In px. */
  rowHeight: number;
}

/** @param top of the list, as seen from the top of the screen; in px, as are the heights */
export function rangeNear(top: number, screen: number, rowHeight: number, count: number): Range {
  const margin = screen * spare;
  const first = Math.floor((-top - margin) / rowHeight / step) * step;
  const end = Math.ceil((screen + margin - top) / rowHeight / step) * step;
  const clamp = (row: number) => Math.min(Math.max(row, 0), count);
  return { first: clamp(first), end: clamp(end) };
}

/** @param ref of what holds the list and nothing else */
export function useRowWindow(ref: RefObject<HTMLElement | null>, count: number): RowWindow {
  const isLong = count > manyRows;
  const [shown, setShown] = useState<RowWindow>(() => ({
    ...rangeNear(0, window.innerHeight, usualHeight, count),
    rowHeight: usualHeight,
  }));

  useLayoutEffect(() => {
    const root = ref.current;
    if (!isLong || root === null) return undefined;
    const look = () => {
      const { top } = root.getBoundingClientRect();
      const rowHeight = root.querySelector("li")?.getBoundingClientRect().height;
      setShown((before) => shownNow(top, rowHeight || before.rowHeight, count, before));
    };
    look();
    const observer = new ResizeObserver(look);
    // Its height changes with that of its rows, the document's with what stands above it.
    observer.observe(root);
    observer.observe(document.body);
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    window.addEventListener("scroll", look, options);
    window.addEventListener("resize", look, options);
    return () => {
      listening.abort();
      observer.disconnect();
    };
  }, [ref, count, isLong]);

  return isLong ? shown : { first: 0, end: count, rowHeight: shown.rowHeight };
}

/** The same object while it holds the same. */
function shownNow(top: number, rowHeight: number, count: number, before: RowWindow): RowWindow {
  const { first, end } = rangeNear(top, window.innerHeight, rowHeight, count);
  const isSame = first === before.first && end === before.end && rowHeight === before.rowHeight;
  return isSame ? before : { first, end, rowHeight };
}

/** A row that is in the document, and how many right before it are not. */
export interface PlacedRow {
  index: number;
  missingBefore: number;
}

/** The rows of a range and the one that stays, in order; and how many are missing after the last. */
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
