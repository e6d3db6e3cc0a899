import { ChevronLeft, ChevronRight } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { scrollBehavior } from "./reduced-motion.ts";
import styles from "./StripArrows.module.css";

/** Part of what is seen that a press moves on by. */
const share = 0.8;

/**
 * Scrolls a strip for a mouse whose wheel goes up and down only; shown under such a pointer. Fingers and keys need none,
 * and screen readers do not hear of it.
 */
export function StripArrows({ strip }: { strip: RefObject<HTMLElement | null> }) {
  const [ends, setEnds] = useState({ before: false, after: false });
  useEffect(() => {
    const list = strip.current;
    if (list === null) return undefined;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = list;
      const now = { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 };
      setEnds((before) => (before.before === now.before && before.after === now.after ? before : now));
    };
    const observer = new ResizeObserver(look);
    observer.observe(list);
    for (const card of list.children) observer.observe(card);
    // Cards that come and go change no box but that of the content.
    const cards = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const node of removedNodes) if (node instanceof Element) observer.unobserve(node);
        for (const node of addedNodes) if (node instanceof Element) observer.observe(node);
      }
      look();
    });
    cards.observe(list, { childList: true });
    list.addEventListener("scroll", look, { passive: true });
    return () => {
      cards.disconnect();
      observer.disconnect();
      list.removeEventListener("scroll", look);
    };
  }, [strip]);
  const move = (direction: 1 | -1) => {
    const list = strip.current;
    list?.scrollBy({ left: direction * list.clientWidth * share, behavior: scrollBehavior() });
  };
  return (
    <div className={styles.arrows} aria-hidden="true">
      <button type="button" tabIndex={-1} data-hidden={!ends.before || undefined} onClick={() => move(-1)}>
        <ChevronLeft />
      </button>
      <button type="button" tabIndex={-1} data-hidden={!ends.after || undefined} onClick={() => move(1)}>
        <ChevronRight />
      </button>
    </div>
  );
}
