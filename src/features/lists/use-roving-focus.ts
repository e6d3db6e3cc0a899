import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { focusPartHeading, partOf } from "../../ui/focus-heading.ts";
import { columnsOf } from "./row-window.ts";

/** Attribute of an item's element: its id. Not all items are rendered, and one may be rendered out of its turn. */
export const itemMark = "data-item";

/** Attribute of a control in an item: what the arrow keys look for in the next item. */
const controlMark = "data-control";

/** Attributes of a control in an item, such as "play" or "like": only those are reached by the arrow keys. */
export const control = (name: string) => ({ [controlMark]: name });

/** What may scroll the page without the list's keys. */
const scrolls = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

interface Options {
  /** All ids in order. */
  ids: readonly string[];
  /** The index of the initial tab stop; below 0 the first. */
  start: number;
  /** `strip`: a single line that scrolls sideways. */
  layout: "rows" | "cards" | "strip";
  /** The arrow keys do something else, such as moving a lifted item. */
  paused: boolean;
}

/**
 * Roving focus: one tab stop in a list; the arrow keys, Home and End move to the same control of another item
 * (specification 20.4). When the focused item is removed, as by an unlike, the focus stays at its index; with the last
 * one it goes to the heading of the part. Returns the index of the tab stop, which must be rendered.
 */
export function useRovingFocus(ref: RefObject<HTMLElement | null>, { ids, start, layout, paused }: Options): number {
  const [chosen, setChosen] = useState<Chosen>();
  const focused = useRef<{ place: Place; index: number }>(undefined);
  /** Receives the focus as soon as its control is rendered, unless the focus has left the one that it was asked from. */
  const pending = useRef<Place>(undefined);
  useForgetOnScroll(pending);
  useForgetGivenUp(ref, focused);
  const last = ids.length - 1;

  const choose = useEffectEvent((index: number) => setChosen({ index, id: ids[index] }));

  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const place = placeOf(target);
    if (place === undefined) return;
    const index = ids.indexOf(place.id);
    if (pending.current?.id !== place.id) pending.current = undefined;
    focused.current = { place, index };
    // Only the next Tab key asks for it: the list need not render in the task of the press.
    if (index >= 0) startTransition(() => choose(index));
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const place = placeOf(event.target);
    if (paused || place === undefined || ref.current === null) return;
    const awaited = pending.current?.from === place.from ? ids.indexOf(pending.current.id) : -1;
    // It may have left the list, too.
    const from = awaited < 0 ? ids.indexOf(place.id) : awaited;
    const to = targetIndex(event, from, last, stepsIn(layout, ref.current));
    const id = to === undefined ? undefined : ids[to];
    if (from < 0 || to === undefined || id === undefined) return;
    event.preventDefault();
    const next = { ...place, id };
    pending.current = focusAt(ref.current, next) ? undefined : next;
    choose(to);
  });

  useEffect(() => {
    const root = ref.current;
    if (root === null) return undefined;
    const ended = new AbortController();
    root.addEventListener("focusin", (event) => onFocus(event), ended);
    root.addEventListener("keydown", (event) => onKey(event), ended);
    const part = partOf(root);
    return () => {
      ended.abort();
      // A list may go with its last item.
      const isGone = focused.current?.place.from.isConnected === false;
      if (isGone && part?.isConnected && document.activeElement === document.body) focusPartHeading(part);
    };
  }, [ref]);

  // After every render, because any may add or remove items.
  useLayoutEffect(() => {
    const root = ref.current;
    if (root === null) return;
    const asked = pending.current;
    if (asked !== undefined && (!isFocusOf(asked.from) || focusAt(root, asked))) pending.current = undefined;
    const lost = focused.current;
    if (lost === undefined || lost.place.from.isConnected) return;
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    const index = ids.indexOf(lost.place.id);
    const id = ids[Math.min(index < 0 ? lost.index : index, last)];
    if (id === undefined) return;
    const next = { ...lost.place, id };
    // Of one that is not rendered nobody knows whether it will be.
    if (!focusAt(root, next) && findItem(root, id) !== null) pending.current = next;
  });

  return Math.min(chosen === undefined ? Math.max(0, start) : indexNow(ids, chosen), last);
}

/** An item that is loading would pull back whoever scrolls on by other means than the list's keys, at each render. */
function useForgetOnScroll(pending: RefObject<Place | undefined>): void {
  useEffect(() => {
    const forget = (event: Event) => {
      if (!("key" in event) || String(event.key).startsWith("Page")) pending.current = undefined;
    };
    for (const type of scrolls) document.addEventListener(type, forget, { passive: true });
    return () => {
      for (const type of scrolls) document.removeEventListener(type, forget);
    };
  }, [pending]);
}

/** A control that has lost the focus to nothing, and was not removed, has none to hand on when its item is removed later. */
function useForgetGivenUp(ref: RefObject<HTMLElement | null>, focused: RefObject<unknown>): void {
  useEffect(() => {
    const root = ref.current;
    const look = ({ target, relatedTarget }: FocusEvent) =>
      // Whether it was removed is known after the event.
      queueMicrotask(() => {
        const isNowhere = relatedTarget === null && document.hasFocus() && document.activeElement === document.body;
        if (isNowhere && target instanceof Element && target.isConnected) focused.current = undefined;
      });
    root?.addEventListener("focusout", look);
    return () => root?.removeEventListener("focusout", look);
  }, [ref, focused]);
}

interface Chosen {
  index: number;
  id: string | undefined;
}

/** An item's current index, after items before it may have changed; a removed item leaves its index to the next. */
function indexNow(ids: readonly string[], { index, id }: Chosen): number {
  if (id === undefined || ids[index] === id) return index;
  const now = ids.indexOf(id);
  return now < 0 ? index : now;
}

/** An item and a control in it. */
interface Place {
  id: string;
  control: string;
  /** What has the focus, or had it when this one was asked for. */
  from: Element;
}

function placeOf(element: EventTarget | null): Place | undefined {
  if (!(element instanceof Element)) return undefined;
  const id = element.closest(`[${itemMark}]`)?.getAttribute(itemMark);
  const name = element.closest(`[${controlMark}]`)?.getAttribute(controlMark);
  return id == null || name == null ? undefined : { id, control: name, from: element };
}

interface Steps {
  /** Items from one to the next to its right; 0 where nothing is there. */
  across: number;
  down: number;
}

function stepsIn(layout: Options["layout"], root: HTMLElement): Steps {
  if (layout === "strip") return { across: 1, down: 0 };
  const columns = layout === "cards" ? columnsOf(root) : 1;
  return { across: columns > 1 ? 1 : 0, down: columns };
}

function targetIndex(event: KeyboardEvent, from: number, last: number, { across, down }: Steps): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const by = (distance: number) =>
    distance === 0 ? undefined : Math.min(Math.max(from + distance, 0), Math.max(last, 0));
  switch (event.key) {
    case "ArrowDown":
      return by(down);
    case "ArrowUp":
      return by(-down);
    case "ArrowRight":
      return by(across);
    case "ArrowLeft":
      return by(-across);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

/** Whether the control has the focus, or had it and left the page with it. */
const isFocusOf = (control: Element): boolean =>
  document.activeElement === control || (!control.isConnected && document.activeElement === document.body);

/** Moves the focus from an item's control, if it has it, to the same one of the next item that is rendered. */
export function focusNext(element: Element): void {
  const place = placeOf(element);
  if (place === undefined || document.activeElement !== element) return;
  const next = element.closest(`[${itemMark}]`)?.nextElementSibling;
  next?.querySelector<HTMLElement>(`[${controlMark}="${place.control}"]`)?.focus({ preventScroll: true });
}

/** An item's element, if it is rendered. */
export const findItem = (root: HTMLElement, id: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[${itemMark}="${CSS.escape(id)}"]`);

/**
 * Focuses the item's control, or its first if it has none of that name. Returns whether there was one: an item whose
 * content is loading has none, and is scrolled into view, where it gets it.
 */
function focusAt(root: HTMLElement, { id, control: name }: Omit<Place, "from">): boolean {
  const item = findItem(root, id);
  const found =
    item?.querySelector<HTMLElement>(`[${controlMark}="${name}"]`) ??
    item?.querySelector<HTMLElement>(`[${controlMark}]`);
  if (found == null) item?.scrollIntoView({ block: "nearest" });
  else found.focus();
  return found != null;
}
