import { type RefObject, useEffect } from "react";

/**
 * Keeps a strip at its start when a card joins before the first one: Chromium and Firefox keep the card in place that they
 * have snapped to, and the new one would be out of sight.
 */
export function useStripStart(ref: RefObject<HTMLElement | null>, isStrip: boolean): void {
  useEffect(() => {
    const list = ref.current;
    if (!isStrip || list === null) return undefined;
    let isAtStart = true;
    let first = list.firstElementChild;
    const look = () => {
      isAtStart = list.scrollLeft <= 1;
    };
    const cards = new MutationObserver(() => {
      if (list.firstElementChild === first) return;
      first = list.firstElementChild;
      if (isAtStart) list.scrollLeft = 0;
    });
    cards.observe(list, { childList: true });
    list.addEventListener("scroll", look, { passive: true });
    return () => {
      cards.disconnect();
      list.removeEventListener("scroll", look);
    };
  }, [ref, isStrip]);
}
