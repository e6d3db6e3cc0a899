import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { manyItems } from "./row-window.ts";

/** Cards that are added at once. */
const step = 24;

/**
 * How many cards of a long shelf to render: as many as a short one has, and more as it is scrolled to their end. All of
 * them at once would take too long (specification 21.7).
 * @param ref an element that contains only the shelf
 */
export function useStripEnd(ref: RefObject<HTMLElement | null>, count: number): number {
  const [end, setEnd] = useState(manyItems);
  const look = useEffectEvent((list: Element) => {
    const { scrollLeft, clientWidth, scrollWidth } = list;
    if (scrollLeft + 2 * clientWidth >= scrollWidth) setEnd(Math.min(end + step, count));
  });
  const isWhole = end >= count;
  useEffect(() => {
    const list = isWhole ? null : ref.current?.querySelector("ul");
    if (!list) return undefined;
    const scrolled = () => look(list);
    list.addEventListener("scroll", scrolled, { passive: true });
    return () => list.removeEventListener("scroll", scrolled);
  }, [ref, isWhole]);
  return Math.min(end, count);
}
