/** Tells other features which songs were edited, in whatever tab: an edit announces the key of its song in all of them. */
import { createSignal } from "../../lib/signal.ts";

const kind = "song";

/** The key of the query that tells whether a song still exists. */
export const songKey = (uid: string, songId: string) => [kind, uid, songId] as const;

/** Of each app. */
const edited = createSignal<readonly string[]>();

/** @param keys that were announced */
export function reportEdited(app: object, keys: readonly (readonly unknown[])[]): void {
  const songIds = keys.flatMap(([first, , id]) => (first === kind && typeof id === "string" ? id : []));
  if (songIds.length > 0) edited.report(app, songIds);
}

/** Returns the function that ends the subscription. */
export const onEdited = edited.on;
