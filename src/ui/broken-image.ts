import { useEffect, useState } from "react";

/** Of all that are drawn. */
const listeners = new Set<() => void>();

/** Asks again for the images that could not be loaded, as when the network is back. */
export const retryImages = (): void => listeners.forEach((retry) => retry());

/** Whether the image at `src` could not be loaded, and what to call then. */
export function useBrokenImage(src: string | null | undefined): { isBroken: boolean; onError: () => void } {
  const [broken, setBroken] = useState<string | null>();
  useEffect(() => {
    if (broken === undefined) return undefined;
    const retry = () => setBroken(undefined);
    listeners.add(retry);
    return () => void listeners.delete(retry);
  }, [broken]);
  return { isBroken: src === broken, onError: () => setBroken(src) };
}
