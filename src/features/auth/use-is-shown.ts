import { useEffect, useRef } from "react";

/** Tells, at any time, whether the component still stands there: it may be left before an answer comes. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
