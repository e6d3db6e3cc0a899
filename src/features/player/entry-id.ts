import type { Track } from "../../audio/player-state.ts";

const ids = new WeakMap<Track, string>();
let count = 0;

/** Identifies an entry of the queue, where a song may occur more than once. Stays while the entry moves. */
export function entryId(track: Track): string {
  let id = ids.get(track);
  if (id === undefined) {
    count += 1;
    id = `${track.songId}#${count}`;
    ids.set(track, id);
  }
  return id;
}
