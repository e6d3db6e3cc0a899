import { useEffect, useRef } from "react";

/** Tells, at any time, whether the component is there, and open if it can be closed: it may be left before an answer comes. */
export function useIsShown(open = true): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);
  return () => isShown.current;
}
