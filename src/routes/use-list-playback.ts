import { useNowPlaying, usePlay, useSkipped, useToggle } from "../features/player/use-player.ts";
import type { Playback } from "../features/songs/playback.ts";

/** Playback for song lists, which rank below the player and must not import it. */
export function usePlayback(): Playback {
  return { onPlay: usePlay(), nowPlaying: useNowPlaying(), skipped: useSkipped(), onToggle: useToggle() };
}
