import { drawingHeld } from "../lib/start-gate.ts";

/**
 * For the queries' `notifyManager`: tells before the next paint, so that a sign-out removes the protected screens before
 * their account closes. What a start would draw while a pressed song is on its way comes after its sound; the end of a
 * sign-in ends that.
 */
export function notifyQueries(tell: () => void): void {
  const held = drawingHeld();
  if (held === undefined) queueMicrotask(tell);
  else void held.then(tell);
}
