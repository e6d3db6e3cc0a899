import type { PointerEvent } from "react";

/**
 * Tells a slider that the hand has let go. Coming back to the value where it began is no change to the browser, and the
 * slider would go on showing what the hand said.
 */
export function dispatchChangeOnRelease(event: PointerEvent): void {
  if (event.target instanceof HTMLInputElement) event.target.dispatchEvent(new Event("change"));
}
