import { type MouseEvent, type PointerEvent, useRef } from "react";
import { directionOf, isEnough, type Way } from "./swipe.ts";

interface Finger {
  id: number;
  x: number;
  y: number;
  at: number;
  /** Whether its way is a swipe; else it may still be a tap or a scroll. */
  isSwipe: boolean;
}

/**
 * Handlers of an element on which a finger changes the song: to the left the next, to the right the previous one. The
 * element has `touch-action: pan-y`, so that the browser scrolls as ever, and follows by `--swipe`.
 */
export function useSwipeSongs(next: () => void, previous: () => void) {
  const finger = useRef<Finger>(undefined);
  /** The press that ends a swipe is no tap. */
  const wasSwipe = useRef(false);

  const wayOf = ({ x, y, at }: Finger, event: PointerEvent): Way => ({
    x: event.clientX - x,
    y: event.clientY - y,
    ms: event.timeStamp - at,
  });
  const end = (event: PointerEvent<HTMLElement>): Way | undefined => {
    const present = finger.current;
    if (present?.id !== event.pointerId) return undefined;
    finger.current = undefined;
    event.currentTarget.style.removeProperty("--swipe");
    event.currentTarget.style.removeProperty("--swipe-time");
    return present.isSwipe ? wayOf(present, event) : undefined;
  };

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasSwipe.current = false;
      if (event.pointerType === "mouse" || finger.current !== undefined) return;
      const { pointerId: id, clientX: x, clientY: y, timeStamp: at } = event;
      finger.current = { id, x, y, at, isSwipe: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const present = finger.current;
      if (present?.id !== event.pointerId) return;
      const way = wayOf(present, event);
      const direction = directionOf(way);
      if (!present.isSwipe && direction !== undefined) {
        if (direction === "up" || direction === "down") {
          finger.current = undefined;
          return;
        }
        present.isSwipe = true;
        wasSwipe.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      if (!present.isSwipe) return;
      event.currentTarget.style.setProperty("--swipe-time", "0s");
      event.currentTarget.style.setProperty("--swipe", `${way.x}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const way = end(event);
      if (way === undefined || !isEnough(way.x, way.ms)) return;
      if (way.x < 0) next();
      else previous();
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      end(event);
    },
    onClickCapture(event: MouseEvent) {
      if (!wasSwipe.current) return;
      wasSwipe.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
