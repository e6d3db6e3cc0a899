/**
 * Virtualizes long lists: renders the items near the viewport and those that must stay. Items stand in lines, one in each
 * or as many as a grid has columns. All lines have one height, which is measured.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { drawingHeld, isStarting } from "../../lib/start-gate.ts";

/** Shorter lists are rendered completely, so that the browser's own search finds everything. */
export const manyItems = 100;

/** A line's height before the first is measured: `--row`. */
const usualHeight = 56;
/** Lines are added and removed in steps, so that most scrolling renders nothing. */
const step = 8;
/** Items that a list begins with, and that are added in one frame, so that none takes long (specification 21.7). */
const perFrame = 4;
/** Margin above and below the viewport, as a share of its height. */
const spare = 0.5;

/** From `first` to `end`, exclusive. */
export interface Range {
  first: number;
  end: number;
}

interface Lines {
  /** From one line's top to the next one's, in px. */
  height: number;
  /** The part of it that is space between the lines of a grid. */
  gap: number;
  columns: number;
}

/** The items to render. */
type ItemWindow = Range & Lines & { /** A few more at a time. */ isByParts: boolean };

/** The lines near the viewport. @param top the list's offset from the top of the viewport; in px, as are the heights */
export function linesNear(top: number, screen: number, height: number, count: number): Range {
  const margin = screen * spare;
  const first = Math.floor((-top - margin) / height / step) * step;
  const end = Math.ceil((screen + margin - top) / height / step) * step;
  const clamp = (line: number) => Math.min(Math.max(line, 0), count);
  return { first: clamp(first), end: clamp(end) };
}

/** The items near the viewport. */
export function itemsNear(top: number, screen: number, { height, columns }: Lines, count: number): Range {
  const { first, end } = linesNear(top, screen, height, Math.ceil(count / columns));
  return { first: first * columns, end: Math.min(end * columns, count) };
}

const usualLines: Lines = { height: usualHeight, gap: 0, columns: 1 };

/**
 * The way from what is rendered to the items near the viewport: with at most so many new lines at once, so that no frame
 * takes long. What is left far behind is dropped, and the lines in view come first.
 */
export function stepTowards(from: Range, to: Range, seen: number, limit: number): Range {
  const kept = { first: Math.max(from.first, to.first), end: Math.min(from.end, to.end) };
  const isApart = kept.first >= kept.end;
  const start = Math.min(Math.max(seen, to.first), to.end);
  const { first, end } = isApart ? { first: start, end: start } : kept;
  const below = Math.min(to.end - end, limit);
  const above = Math.min(first - to.first, limit - below);
  return { first: first - above, end: end + below };
}

/**
 * @param ref an element that contains only the list
 * @param inRows of the usual height, one in each line
 */
export function useItemWindow(ref: RefObject<HTMLElement | null>, count: number, inRows: boolean): ItemWindow {
  const isLong = count > manyItems;
  const [shown, setShown] = useState<ItemWindow>({ first: 0, end: perFrame, ...usualLines, isByParts: true });
  const latest = useRef(shown);
  const rendered = useRef(shown);
  useLayoutEffect(() => {
    rendered.current = shown;
  }, [shown]);

  /** Returns whether more has to be rendered in a next step. */
  const moveOn = useEffectEvent((root: HTMLElement): boolean => {
    const before = latest.current;
    // On a busy device frames pass before a render: the next step would come in the same one.
    if (before !== rendered.current) return true;
    const { top } = root.getBoundingClientRect();
    const lines = measureLines(root) ?? before;
    const { height, columns } = lines;
    const near = itemsNear(top, window.innerHeight, lines, count);
    const seen = Math.floor(Math.max(-top, 0) / height) * columns;
    const limit = Math.max(1, Math.floor(perFrame / columns)) * columns;
    const now = { ...before, ...stepTowards(before, near, seen, limit), height, gap: lines.gap, columns };
    if (!isSame(now, before)) {
      latest.current = now;
      setShown(now);
    }
    return now.first !== near.first || now.end !== near.end;
  });

  const measureNow = useRef(() => {});
  useLayoutEffect(() => {
    const root = ref.current;
    if (!isLong || root === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const frame = createFrame(signal);
    const update = () => {
      frame.cancel();
      if (moveOn(root)) frame.next(update);
    };
    const resized = () => void Promise.resolve(drawingHeld()).then(() => !signal.aborted && update());
    measureNow.current = update;
    // With the layout of the frame that shows it.
    frame.next(update);
    const observer = new ResizeObserver(resized);
    // The list resizes with its rows, the body with the content above the list.
    observer.observe(root);
    observer.observe(document.body);
    // Capturing: the list may stand in a panel that scrolls by itself.
    const options = { capture: true, passive: true, signal };
    window.addEventListener("scroll", update, options);
    window.addEventListener("resize", update, options);
    return () => {
      measureNow.current = () => {};
      listening.abort();
      observer.disconnect();
    };
  }, [ref, isLong]);
  // After the painting: to measure before it would lay out the page within the task that has changed the list.
  const looked = useRef(count);
  useEffect(() => {
    if (looked.current === count) return;
    looked.current = count;
    measureNow.current();
  }, [count]);

  const growth = useGrowth(isLong ? 0 : count, inRows);
  return isLong ? shown : { ...shown, first: 0, ...growth };
}

/**
 * How many items of a short list to render: all, but in steps in a start, whose first lines are there sooner. A song that is
 * pressed meanwhile comes before the next step.
 */
function useGrowth(count: number, inRows: boolean): Pick<ItemWindow, "end" | "isByParts"> {
  const [isByParts] = useState(() => inRows && isStarting());
  const [grown, setGrown] = useState(isByParts ? perFrame : Infinity);
  const isWhole = grown >= count;
  useEffect(() => {
    if (isWhole) return undefined;
    const ended = new AbortController();
    const frame = createFrame(ended.signal);
    frame.next(() => setGrown(grown + perFrame));
    return () => ended.abort();
  }, [grown, isWhole]);
  return { end: Math.min(grown, count), isByParts };
}

/** One frame at a time, none while a start is held up, and none once the signal is given. */
function createFrame(signal: AbortSignal) {
  let frame = 0;
  const cancel = () => cancelAnimationFrame(frame);
  signal.addEventListener("abort", cancel);
  const next = (run: () => void): void => {
    cancel();
    if (signal.aborted) return;
    frame = requestAnimationFrame(() => {
      // A song may have been pressed since the frame was asked for.
      const held = drawingHeld();
      if (held === undefined) run();
      else void held.then(() => next(run));
    });
  };
  return { cancel, next };
}

/** Undefined while nothing is rendered that could be measured. */
function measureLines(root: HTMLElement): Lines | undefined {
  const list = root.querySelector("ul");
  const height = list?.querySelector("li")?.getBoundingClientRect().height;
  if (list === null || !height) return undefined;
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  return { height: height + gap, gap, columns: columnsOf(root) };
}

/** How many items stand in a line. */
export function columnsOf(root: HTMLElement): number {
  const list = root.querySelector("ul");
  const columns = list === null ? "" : getComputedStyle(list).gridTemplateColumns;
  return columns === "none" || columns === "" ? 1 : columns.split(" ").length;
}

const isSame = (some: ItemWindow, other: ItemWindow): boolean =>
  some.first === other.first &&
  some.end === other.end &&
  some.height === other.height &&
  some.gap === other.gap &&
  some.columns === other.columns;

/** A rendered item. */
interface PlacedItem {
  index: number;
  /** Lines right before its own that are not rendered. */
  missingBefore: number;
}

/** The items of a range and those that stay, in order; and the number of lines after the last. */
export function placeItems(
  { first, end }: Range,
  count: number,
  kept: readonly number[],
  columns = 1,
): { placed: PlacedItem[]; missingAfter: number } {
  const indices = Array.from({ length: Math.max(0, Math.min(end, count) - first) }, (_, at) => first + at);
  const apart = kept.filter((index) => index >= 0 && index < count && !indices.includes(index));
  const all = [...new Set([...indices, ...apart])].sort((one, other) => one - other);
  const lineOf = (index: number) => Math.floor(index / columns);
  /** The last line before each item's own. */
  let before = -1;
  let line = -1;
  const placed = all.map((index) => {
    const own = lineOf(index);
    if (own !== line) [before, line] = [line, own];
    return { index, missingBefore: own - before - 1 };
  });
  const lines = Math.ceil(count / columns);
  return { placed, missingAfter: lines - line - 1 };
}
