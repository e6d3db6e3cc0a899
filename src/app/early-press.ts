/**
 * Presses of buttons that stand in a screen's frame before the screen itself is there: the first script notes them, and
 * the screen makes up for them when it comes.
 */
import { useEffect, useEffectEvent } from "react";
import { earlyPressKey, earlyPressMs } from "./early-press-note.ts";

/** For the button of the frame. */
export const earlyPress = (action: string) => ({ "data-early-press": action });

/** Runs `act` where the frame's button of that action was pressed a moment ago. */
export function useEarlyPress(action: string, act: () => void): void {
  const onPress = useEffectEvent(act);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const [pressed, at] = (dataset[earlyPressKey] ?? "").split(" ");
    if (pressed !== action) return;
    delete dataset[earlyPressKey];
    // Whoever went elsewhere meanwhile does not want it any more.
    if (performance.now() - Number(at) < earlyPressMs) onPress();
  }, [action]);
}
