/** React hooks for the player. */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { FailureReason, PlayerState } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { useApp } from "../../app/app-context.ts";
import { type Player, playerOf } from "./player.ts";

export function usePlayer(): Player {
  return playerOf(useApp());
}

/** Plays a list from an index. Call the function in a user gesture. */
export function usePlay(): Player["play"] {
  const player = usePlayer();
  return useCallback((...list) => player.play(...list), [player]);
}

/** "Play next" and "Add to queue" of a song menu. */
export function useQueueing(): Pick<Player, "playNext" | "addToQueue"> {
  return usePlayer();
}

export function usePlayerState(): PlayerState {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribe, player.state);
}

/** A part of the state, for what is large: renders only when that part changes. */
function useSelected<Value>(select: (state: PlayerState) => Value): Value {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribe, () => select(player.state()));
}

/** Seconds in the current track; renders every second while it plays. */
export function usePosition(): number {
  const player = usePlayer();
  return useSyncExternalStore(player.subscribePosition, player.position);
}

export interface NowPlaying {
  songId: string;
  /** Playing or loading. */
  playing: boolean;
}

/** The current song, for its row to mark; undefined if there is none. */
export function useNowPlaying(): NowPlaying | undefined {
  const songId = useSelected(({ track }) => track?.songId);
  const playing = useSelected(({ status }) => status === "playing" || status === "loading");
  return useMemo(() => (songId === undefined ? undefined : { songId, playing }), [songId, playing]);
}

/** Skipped songs with the reason for their rows (specification 6.15). */
export function useSkipped(): ReadonlyMap<string, string> {
  const skipped = useSelected((state) => state.skipped);
  return useMemo(() => new Map([...skipped].map(([songId, reason]) => [songId, sentenceOf(reason)])), [skipped]);
}

const sentenceOf = (reason: FailureReason): string => texts.player.reasons[reason];
