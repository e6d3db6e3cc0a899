import { type RefObject, useEffect } from "react";

/** The items of longer lists do not move: each would have to be measured. */
export const mostMoving = 30;

/** That of `--slow` in tokens.css; milliseconds. */
const duration = 200;

/**
 * Lets the items of a short list slide to their new places when some come, go or move (specification 20.24). Not for people
 * who want less motion. The script comes late, and without it nothing slides.
 */
export function useListMotion(ref: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const list = ref.current;
    if (!isOn || list === null || !("animate" in list)) return undefined;
    let isGone = false;
    let stop: (() => void) | undefined;
    const start = async () => {
      const { default: autoAnimate } = await import("@formkit/auto-animate");
      if (!isGone) stop = autoAnimate(list, { duration, easing: "ease-out" }).destroy;
    };
    start().catch((error: unknown) => console.warn("The motion of lists could not be loaded", error));
    return () => {
      isGone = true;
      stop?.();
    };
  }, [ref, isOn]);
}
