/** Drags of a sortable list by mouse and touch. A script of its own, with the library; it costs nothing until a press. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { TouchSensor } from "@dnd-kit/core";
import { flushSync } from "react-dom";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import { prefersReducedMotion } from "../../ui/reduced-motion.ts";
import { Drag } from "./Drag.tsx";
import type { Listeners } from "./SortableItem.tsx";
import { findItem } from "./use-roving-focus.ts";
import type { Press } from "./use-reorder.ts";

interface Props {
  /** Contains only the list. */
  root: RefObject<HTMLElement | null>;
  /** Passes on what the handles call; stable. */
  onReady: (press: Press | undefined) => void;
  ids: readonly string[];
  /** The ids that are in the document. */
  rendered: readonly string[];
  layout: "rows" | "cards";
  /** The item that is dragged must stay in the document. */
  onDrag: (id: string | undefined) => void;
  onDrop: (id: string, place: number) => void;
}

interface Dropped {
  id: string;
  /** Where it was dropped, on the screen. */
  top: number;
  left: number;
  /** Its control that had the focus. */
  focused: HTMLElement | undefined;
}

/** How long a dropped item takes to its place; `--fast`. */
const settleMs = 120;

export function PointerSort({ root, onReady, ids, rendered, layout, onDrag, onDrop }: Props) {
  const [pressed, setPressed] = useState<{ id: string; number: number }>();
  const listeners = useRef<Listeners>(undefined);
  const count = useRef(0);
  const isDragging = useRef(false);
  const dropped = useRef<Dropped>(undefined);

  // iOS lets later listeners stop the scrolling only if one was there before the touch.
  useEffect(() => TouchSensor.setup(), []);

  useLayoutEffect(() => {
    onReady((id, event) => {
      if (isDragging.current) return;
      const press = followPress(event.type === "touchstart");
      // In a task of its own: the browser still has to show the press.
      void nextTask().then(() => {
        if (press.hasEnded()) return;
        // The library has to know the items before the event is passed to it.
        flushSync(() => setPressed({ id, number: (count.current += 1) }));
        listeners.current?.[press.isTouch ? "onTouchStart" : "onMouseDown"]?.(event);
      });
    });
    return () => onReady(undefined);
  }, [onReady]);
  const setListeners = useCallback((some: Listeners) => {
    listeners.current = some;
  }, []);

  function handleStart(id: string): void {
    isDragging.current = true;
    onDrag(id);
  }

  function handleEnd(place?: number): void {
    // A drag ends a task after its release: another may have begun.
    if (pressed?.number !== count.current) return;
    setPressed(undefined);
    onDrag(undefined);
    const item = pressed && root.current && findItem(root.current, pressed.id);
    if (item == null) return;
    const { top, left } = item.getBoundingClientRect();
    dropped.current = { id: pressed.id, top, left, focused: releaseFocus(item) };
    if (place !== undefined) onDrop(pressed.id, place);
  }

  // After the render that puts it into its place.
  useLayoutEffect(() => {
    if (dropped.current === undefined || pressed !== undefined) return;
    const item = dropped.current;
    dropped.current = undefined;
    // With the frame that shows it there: to measure it now would lay out the page in the task of the drop.
    requestAnimationFrame(() => {
      if (root.current !== null) settle(root.current, item);
    });
  });

  // An item that leaves the list takes its drag with it.
  if (pressed !== undefined && !ids.includes(pressed.id)) setPressed(undefined);
  useEffect(() => {
    if (pressed === undefined) isDragging.current = false;
  }, [pressed]);
  if (pressed === undefined) return null;
  return (
    <Drag
      key={pressed.number}
      id={pressed.id}
      root={root}
      ids={ids}
      rendered={rendered}
      layout={layout}
      onListeners={setListeners}
      onStart={handleStart}
      onEnd={handleEnd}
    />
  );
}

/** Follows a press that has just begun to its end; call `hasEnded` once. */
function followPress(isTouch: boolean) {
  let ended = false;
  const end = () => (ended = true);
  const ends = isTouch ? ["touchend", "touchcancel"] : ["mouseup"];
  for (const name of ends) document.addEventListener(name, end, true);
  return {
    isTouch,
    hasEnded() {
      for (const name of ends) document.removeEventListener(name, end, true);
      return ended;
    },
  };
}

/** React would give the focus back to an element that it moves at once, and lay out the page for that. */
function releaseFocus(item: HTMLElement): HTMLElement | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !item.contains(focused)) return undefined;
  focused.blur();
  return focused;
}

/** Gives a dropped item its focus back, and lets it slide to its place. */
function settle(root: HTMLElement, { id, top, left, focused }: Dropped): void {
  const item = findItem(root, id);
  if (item === null) return;
  if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
  if (prefersReducedMotion()) return;
  const now = item.getBoundingClientRect();
  const from = `translate(${left - now.left}px, ${top - now.top}px)`;
  item.animate(
    [
      { transform: from, zIndex: 2 },
      { transform: "none", zIndex: 2 },
    ],
    { duration: settleMs, easing: "ease-out" },
  );
}
