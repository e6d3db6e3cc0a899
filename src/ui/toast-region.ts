import { createContext, type RefCallback, useCallback, useMemo, useState } from "react";

/**
 * Where toasts stand in the document, for Tab and for modal dialogs, which make everything outside them inert: the
 * frame and each dialog offer a place as `<div ref={useContext(ToastRegion)}>`, and the newest one is taken.
 */
export const ToastRegion = createContext<RefCallback<HTMLElement>>(() => {});

/** For the owner of the toasts: the place that counts now, and the context's value. */
export function useToastRegions() {
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  const offer = useCallback((place: HTMLElement | null) => {
    if (place === null) return;
    setPlaces((before) => [...before, place]);
    return () => setPlaces((before) => before.filter((each) => each !== place));
  }, []);
  return useMemo(() => ({ place: places.at(-1), offer }), [places, offer]);
}
