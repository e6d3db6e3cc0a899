import { useCallback, useMemo, useSyncExternalStore } from "react";

/** Whether a media query matches. */
export function useMediaQuery(query: string): boolean {
  // Kept: a new one with every render brings the page's layout up to date in the middle of it.
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
