/** What a finger's way means; pure. */

/** A finger's way so far, in px, and how long it took. */
export interface Way {
  x: number;
  y: number;
  ms: number;
}

/** Shorter ways have no direction yet. */
const slopPx = 8;
/** A way counts from this length on, a fast one from the shorter. */
const longPx = 72;
const fastPx = 28;
const fastPxPerMs = 0.5;

/** The direction of a way; undefined while it is too short. A slanted one is a scroll. */
export function directionOf({ x, y }: Way): "left" | "right" | "up" | "down" | undefined {
  if (Math.max(Math.abs(x), Math.abs(y)) < slopPx) return undefined;
  if (Math.abs(x) > 1.5 * Math.abs(y)) return x < 0 ? "left" : "right";
  return y < 0 ? "up" : "down";
}

/** Whether a way along one axis is enough for what it asks for. */
export function isEnough(px: number, ms: number): boolean {
  const length = Math.abs(px);
  return length >= longPx || (length >= fastPx && length / Math.max(ms, 1) >= fastPxPerMs);
}
