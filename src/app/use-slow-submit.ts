import { useEffect, useEffectEvent, useState } from "react";
import { texts } from "../texts/texts.ts";

/** So long nobody is told that something takes long; milliseconds. */
export const slowMs = 5_000;

/**
 * What a form says once it has waited long for its answer, for its `StatusLine`. A line that hangs shows as offline long
 * before its calls give up (specification 17.3).
 * @param check asks whether the server is there
 */
export function useSlowSubmit(submitting: boolean, check: () => void): string | false {
  const [isSlow, setSlow] = useState(false);
  const tell = useEffectEvent(() => {
    setSlow(true);
    check();
  });
  useEffect(() => {
    if (!submitting) return undefined;
    const timer = setTimeout(() => tell(), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [submitting]);
  return isSlow && texts.app.slow;
}
