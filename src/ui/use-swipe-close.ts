import { type RefObject, useEffect, useEffectEvent } from "react";
import { directionOf, isEnough, type Way } from "./swipe.ts";

interface Start {
  x: number;
  y: number;
  at: number;
}

const wayFrom = ({ x, y, at }: Start, { clientX, clientY }: Touch, now: number): Way => ({
  x: clientX - x,
  y: clientY - y,
  ms: now - at,
});

/**
 * Lets a finger that moves down on `area` pull its dialog or menu along and close it; styles move that by `--pull`. Touch
 * events, because only these can still leave a scroll to the browser when the direction is known: a way up, to a side, or
 * in something that is scrolled down is not ours.
 */
export function useSwipeClose(area: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = area.current;
    const sheet = element?.closest<HTMLElement>("dialog, [role=menu]");
    if (!open || !element || !sheet) return;
    let start: Start | undefined;
    let isPulling = false;

    const settle = () => {
      sheet.style.removeProperty("--pull");
      sheet.style.removeProperty("--pull-time");
    };
    const forget = () => {
      start = undefined;
      isPulling = false;
    };
    const onStart = ({ touches, target, timeStamp }: TouchEvent) => {
      forget();
      const [touch] = touches;
      if (touch === undefined || touches.length > 1 || !(target instanceof Element)) return;
      if (target.closest("input") !== null || isScrolled(target, sheet)) return;
      start = { x: touch.clientX, y: touch.clientY, at: timeStamp };
    };
    const onMove = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (start === undefined || touch === undefined) return;
      const way = wayFrom(start, touch, event.timeStamp);
      if (!isPulling) {
        const direction = directionOf(way);
        if (direction === undefined) return;
        // The browser scrolls already where it does not let us cancel.
        if (direction !== "down" || event.touches.length > 1 || !event.cancelable) return forget();
        isPulling = true;
      }
      event.preventDefault();
      sheet.style.setProperty("--pull-time", "0s");
      sheet.style.setProperty("--pull", `${Math.max(0, way.y)}px`);
    };
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      const way = isPulling && start && touch ? wayFrom(start, touch, event.timeStamp) : undefined;
      forget();
      if (way !== undefined && way.y > 0 && isEnough(way.y, way.ms)) close();
      else settle();
    };
    const onCancel = () => {
      forget();
      settle();
    };
    const over = new AbortController();
    const { signal } = over;
    element.addEventListener("touchstart", onStart, { passive: true, signal });
    element.addEventListener("touchmove", onMove, { passive: false, signal });
    element.addEventListener("touchend", onEnd, { signal });
    element.addEventListener("touchcancel", onCancel, { signal });
    return () => {
      over.abort();
      settle();
    };
  }, [area, open]);
}

function isScrolled(from: Element, sheet: Element): boolean {
  for (let element: Element | null = from; element !== null; element = element.parentElement) {
    if (element.scrollTop > 0) return true;
    if (element === sheet) break;
  }
  return false;
}
