import { useNowPlaying, usePlay, useSkipped } from "../features/player/use-player.ts";
import type { Playback } from "../features/songs/SongList.tsx";

/** The player as lists of songs see it: they stand below it and know nothing of it. */
export function usePlayback(): Playback {
  return { onPlay: usePlay(), nowPlaying: useNowPlaying(), skipped: useSkipped() };
}
