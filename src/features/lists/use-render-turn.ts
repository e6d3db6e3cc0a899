import { useEffect, useState } from "react";

/** Rows that get their content in one frame. */
const perFrame = 4;

/** Waiting rows, from above. */
const waiting = new Set<() => void>();
let frame = 0;

function takeTurn(show: () => void): () => void {
  waiting.add(show);
  frame ||= requestAnimationFrame(showNext);
  return () => waiting.delete(show);
}

function showNext(): void {
  const next = [...waiting].slice(0, perFrame);
  for (const show of next) {
    waiting.delete(show);
    show();
  }
  frame = waiting.size === 0 ? 0 : requestAnimationFrame(showNext);
}

/**
 * Whether a row shows its content. What a row has when it is mounted it shows at once; what comes later, often for a screen
 * of rows together, is shown for a few rows in each frame, so that none takes long (specification 21.7).
 * @param first it does not wait: the row of the Tab key, which may be about to get the focus
 * @param isLate it waits although all is known: it came to a list that stands, with many others
 */
export function useRenderTurn(isKnown: boolean, first: boolean, isLate = false): boolean {
  const [isShown, setShown] = useState(isKnown && !isLate);
  useEffect(() => (isKnown && !isShown ? takeTurn(() => setShown(true)) : undefined), [isKnown, isShown]);
  return isKnown && (isShown || first);
}
