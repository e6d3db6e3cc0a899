import { createContext, type RefCallback, useCallback, useMemo, useState } from "react";

/**
 * The element that toasts render in. A modal dialog makes everything outside it inert, so the frame and each dialog
 * offer an element, as `<div ref={useContext(ToastRegion)}>`, and the newest one is used.
 */
export const ToastRegion = createContext<RefCallback<HTMLElement>>(() => {});

/** For the owner of the toasts: the current element, and the context's value. */
export function useToastRegions() {
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  const offer = useCallback((place: HTMLElement | null) => {
    if (place === null) return;
    setPlaces((before) => [...before, place]);
    return () => setPlaces((before) => before.filter((each) => each !== place));
  }, []);
  return useMemo(() => ({ place: places.at(-1), offer }), [places, offer]);
}
