import { type MouseEvent, type PointerEvent, useRef } from "react";
import { directionOf, isEnough, type Way } from "../../ui/swipe.ts";

interface Finger {
  id: number;
  x: number;
  y: number;
  at: number;
  /** Where its way began to go; undefined while it may still be a tap. */
  swipe?: "aside" | "up";
}

/** A browser that ends a swipe with a press sends it within this time; milliseconds. */
const pressMs = 500;

interface Asks {
  next: () => void;
  previous: () => void;
  open: () => void;
}

function answer(swipe: "aside" | "up", { x, y, ms }: Way, { next, previous, open }: Asks): void {
  if (!isEnough(swipe === "up" ? y : x, ms)) return;
  if (swipe === "aside") (x < 0 ? next : previous)();
  else if (y < 0) open();
}

/**
 * Handlers of an element on which a finger changes the song, to the left the next, to the right the previous one, and
 * opens the full player on its way up. The element has `touch-action: none`, and follows to the sides by `--swipe`.
 */
export function useSwipeSongs(asks: Asks) {
  const finger = useRef<Finger>(undefined);
  /** When a swipe ended, or `Infinity` while it goes: the press that it ends with, if any, is no tap. */
  const swipeEnd = useRef<number>(undefined);

  const wayOf = ({ x, y, at }: Finger, event: PointerEvent): Way => ({
    x: event.clientX - x,
    y: event.clientY - y,
    ms: event.timeStamp - at,
  });
  const end = (event: PointerEvent<HTMLElement>): Finger | undefined => {
    const present = finger.current;
    if (swipeEnd.current !== undefined) swipeEnd.current = event.timeStamp;
    if (present?.id !== event.pointerId) return undefined;
    finger.current = undefined;
    event.currentTarget.style.removeProperty("--swipe");
    event.currentTarget.style.removeProperty("--swipe-time");
    return present;
  };

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      swipeEnd.current = undefined;
      if (event.pointerType === "mouse" || finger.current !== undefined) return;
      const { pointerId: id, clientX: x, clientY: y, timeStamp: at } = event;
      finger.current = { id, x, y, at };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const present = finger.current;
      if (present?.id !== event.pointerId) return;
      const way = wayOf(present, event);
      const direction = directionOf(way);
      if (present.swipe === undefined && direction !== undefined) {
        swipeEnd.current = Infinity;
        if (direction === "down") {
          finger.current = undefined;
          return;
        }
        present.swipe = direction === "up" ? "up" : "aside";
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      if (present.swipe !== "aside") return;
      event.currentTarget.style.setProperty("--swipe-time", "0s");
      event.currentTarget.style.setProperty("--swipe", `${way.x}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const present = end(event);
      if (present?.swipe !== undefined) answer(present.swipe, wayOf(present, event), asks);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      end(event);
    },
    onClickCapture(event: MouseEvent) {
      const end = swipeEnd.current;
      swipeEnd.current = undefined;
      // A key or a screen reader presses without a pointer.
      if (end === undefined || event.detail === 0 || event.timeStamp - end > pressMs) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
