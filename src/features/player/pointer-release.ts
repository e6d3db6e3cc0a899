import type { PointerEvent } from "react";

/**
 * Dispatches the `change` event that browsers omit when a drag ends at its start value: without it the slider keeps
 * showing the dragged value.
 */
export function dispatchChangeOnRelease(event: PointerEvent): void {
  if (event.target instanceof HTMLInputElement) event.target.dispatchEvent(new Event("change"));
}
