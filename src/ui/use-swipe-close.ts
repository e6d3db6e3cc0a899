import { type RefObject, useEffect, useEffectEvent } from "react";
import { directionOf, isEnough, type Way } from "./swipe.ts";

/**
 * Lets a finger that moves down on `area` pull its dialog or menu along and close it; styles move that by `--pull`. Touch events, because only these can still
 * leave a scroll to the browser when the direction is known: a way up, to a side, or in something that is scrolled down
 * is not ours.
 */
export function useSwipeClose(area: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = area.current;
    const sheet = element?.closest<HTMLElement>("dialog, [role=menu]");
    if (!open || !element || !sheet) return;
    let start: { x: number; y: number; at: number } | undefined;
    let isPulling = false;

    const wayOf = ({ clientX, clientY }: Touch, at: number): Way => ({
      x: clientX - (start?.x ?? clientX),
      y: clientY - (start?.y ?? clientY),
      ms: at - (start?.at ?? at),
    });
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
      const way = wayOf(touch, event.timeStamp);
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
      const way = isPulling && touch ? wayOf(touch, event.timeStamp) : undefined;
      forget();
      if (way !== undefined && way.y > 0 && isEnough(way.y, way.ms)) close();
      else settle();
    };
    const onCancel = () => {
      forget();
      settle();
    };
    element.addEventListener("touchstart", onStart, { passive: true });
    element.addEventListener("touchmove", onMove, { passive: false });
    element.addEventListener("touchend", onEnd);
    element.addEventListener("touchcancel", onCancel);
    return () => {
      element.removeEventListener("touchstart", onStart);
      element.removeEventListener("touchmove", onMove);
      element.removeEventListener("touchend", onEnd);
      element.removeEventListener("touchcancel", onCancel);
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
