/**
 * Replays presses of prerendered buttons: the first script records them, and the screen runs them when it mounts.
 */
import { useEffect, useEffectEvent } from "react";
import { earlyPressAttribute, earlyPressKey, earlyPressMs } from "./early-press-note.ts";

/** Attributes for the frame's button. */
export const earlyPress = (action: string) => ({ [earlyPressAttribute]: action });

/** Runs `act` on mount if the frame's button for `action` was pressed a moment ago. */
export function useEarlyPress(action: string, act: () => void): void {
  const onPress = useEffectEvent(act);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const [pressed, at] = (dataset[earlyPressKey] ?? "").split(" ");
    if (pressed !== action) return;
    delete dataset[earlyPressKey];
    // An old press belongs to an earlier visit of the screen.
    if (performance.now() - Number(at) < earlyPressMs) onPress();
  }, [action]);
}
