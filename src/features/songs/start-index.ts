import type { SongSnapshot } from "../../../contract/songs.ts";

/**
 * Where a list starts: with its first song that can play now, or, shuffled, with any of them. Without one it starts all
 * the same, and the player says why nothing plays.
 * @param random from 0 to 1, for a shuffled start
 */
export function startIndex(
  songs: readonly SongSnapshot[],
  canPlay: (songId: string) => boolean,
  random?: () => number,
): number {
  const playable = songs.flatMap(({ _id }, index) => (canPlay(_id) ? [index] : []));
  const from = playable.length > 0 ? playable : [...songs.keys()];
  return from[random === undefined ? 0 : Math.floor(random() * from.length)] ?? 0;
}
