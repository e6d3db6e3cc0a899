/** The player in React. */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { FailureReason, PlayerState } from "../../audio/player-state.ts";
import { texts } from "../../texts/en.ts";
import { useApp } from "../../app/app-context.ts";
import { type Player, playerOf } from "./player.ts";

export function usePlayer(): Player {
  return playerOf(useApp());
}

/** Plays a list from a place on; call it in the listener's gesture. */
export function usePlay(): (songs: readonly SongSnapshot[], index: number) => void {
  const player = usePlayer();
  return useCallback((songs, index) => player.play(songs, index), [player]);
}

export function usePlayerState(): PlayerState {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribe, player.state);
}

/** Seconds in the current track; renders each second while it plays. */
export function usePosition(): number {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribePosition, player.position);
}

export interface NowPlaying {
  songId: string;
  /** It sounds, or is about to. */
  playing: boolean;
}

/** What the player is at, for the row to mark; undefined while there is nothing. */
export function useNowPlaying(): NowPlaying | undefined {
  const { track, status } = usePlayerState();
  const songId = track?.songId;
  const playing = status === "playing" || status === "loading";
  return useMemo(() => (songId === undefined ? undefined : { songId, playing }), [songId, playing]);
}

/** Songs that were passed over since the last one that played, and why, in words for their rows (specification 6.15). */
export function useSkipped(): ReadonlyMap<string, string> {
  const { skipped } = usePlayerState();
  return useMemo(() => new Map([...skipped].map(([songId, reason]) => [songId, sentenceOf(reason)])), [skipped]);
}

const sentenceOf = (reason: FailureReason): string => texts.player.reasons[reason];
