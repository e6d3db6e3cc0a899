/** Tells other features which songs were found to be gone: deleted, or made private by their owners. */
import { createSignal } from "../../lib/signal.ts";

/** Of each app. */
const gone = createSignal<ReadonlySet<string>>();

export function reportGone(app: object, songIds: readonly string[]): void {
  if (songIds.length > 0) gone.report(app, new Set(songIds));
}

/** Returns the function that ends the subscription. */
export const onGone = gone.on;
