/** The names of the lists that queues were made from; the engine knows only their tracks. */
import type { Track } from "../../audio/player-state.ts";

const names = new WeakMap<readonly Track[], string>();

export function nameList(tracks: readonly Track[], name: string | undefined): void {
  if (name !== undefined) names.set(tracks, name);
}

/** Undefined for songs that were played as no list of a name. */
export const nameOfList = (tracks: readonly Track[]): string | undefined => names.get(tracks);
