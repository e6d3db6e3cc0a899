import { useEffect, useState } from "react";
import type { Item } from "./ItemList.tsx";

/** Items that get their content at once, or in the first frame. */
const few = 4;
/** Where a frame comes sooner than that after the last one, the next gets twice as many; milliseconds. */
const quickMs = 20;

/** Waiting items, from above. */
const waiting = new Set<() => void>();
let frame = 0;
let perFrame = few;
let shownAt = 0;

function takeTurn(show: () => void): () => void {
  waiting.add(show);
  frame ||= requestAnimationFrame(showNext);
  return () => waiting.delete(show);
}

function showNext(now: number): void {
  perFrame = now - shownAt < quickMs ? 2 * perFrame : few;
  shownAt = now;
  const next = [...waiting].slice(0, perFrame);
  for (const show of next) {
    waiting.delete(show);
    show();
  }
  frame = waiting.size === 0 ? 0 : requestAnimationFrame(showNext);
}

/**
 * Whether an item shows its content. The first ones of a list show at once what they have when they are mounted. The others,
 * and what comes later, often for a screen of rows together, are shown for a few items in each frame, so that none takes
 * long (specification 21.7). Items that are mounted a few at a time already show at once what is known. That of the Tab key
 * does not wait: it may be about to get the focus.
 * @param isLate it waits although all is known: it came to a list that stands, with many others
 */
export function useRenderTurn(isKnown: boolean, { index, tabIndex, isByParts }: Item, isLate = false): boolean {
  const isAtOnce = document.hidden || (!isLate && (index < few || isByParts));
  const [isShown, setShown] = useState(isKnown && isAtOnce);
  useEffect(() => (isKnown && !isShown ? takeTurn(() => setShown(true)) : undefined), [isKnown, isShown]);
  return isKnown && (isShown || tabIndex === 0);
}
