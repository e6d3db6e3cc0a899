import { flushSync } from "react-dom";
import { prefersReducedMotion } from "./reduced-motion.ts";

/**
 * Makes a change of the page as a view transition. It happens at once where the browser has none, or the user wants less
 * motion.
 */
export function transitionView(change: () => void): void {
  if (!("startViewTransition" in document) || prefersReducedMotion()) return change();
  // A page that is hidden, or changes again meanwhile, skips the animation.
  document.startViewTransition(() => flushSync(change)).ready.catch(() => {});
}
