/** React hooks for the player. */
import { useCallback, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { FailureReason, PlayerState, Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { useApp } from "../../app/app-context.ts";
import { nameOfList } from "./list-name.ts";
import { type Player, playerOf } from "./player.ts";

export function usePlayer(): Player {
  return playerOf(useApp());
}

/** Plays a list from an index. Call the function in a user gesture. */
export function usePlay(): Player["play"] {
  const player = usePlayer();
  return useCallback((...list) => player.play(...list), [player]);
}

/**
 * A part of the state; renders only when that part changes, as a press changes many and most of what is shown needs one.
 * @param select returns the same value while its part is the same
 */
export function usePlayerState<Value>(select: (state: PlayerState) => Value): Value {
  const { shown } = usePlayer();
  return useSyncExternalStore(shown.subscribe, () => select(shown.get()));
}

/** Whether a song plays, or loads to play. */
export const useIsOn = (): boolean => usePlayerState(({ status }) => status === "playing" || status === "loading");

/** What is known of a song of the queue; renders when it was edited. */
export function useSongOf(songId: string | undefined): SongSnapshot | undefined {
  const player = usePlayer();
  return useSyncExternalStore(player.onRefreshed, () => (songId === undefined ? undefined : player.song(songId)));
}

/** A track of the queue as its song is called by now, for showing it. */
export function useDescribed<T extends Track | null>(track: T): T | Track {
  const player = usePlayer();
  return useSyncExternalStore(player.onRefreshed, () => track && player.describe(track));
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
  /** The name of the list that the queue was made from, if it has one. */
  list: string | undefined;
}

/** The current song, for its row to mark; undefined if there is none. The player shows it first, and the lists follow. */
export function useNowPlaying(): NowPlaying | undefined {
  const songId = usePlayerState(({ track }) => track?.songId);
  const list = usePlayerState((state) => nameOfList(state.list));
  const playing = useIsOn();
  return useDeferredValue(
    useMemo(() => (songId === undefined ? undefined : { songId, playing, list }), [songId, playing, list]),
  );
}

/** Pauses what plays, or goes on with it. Call the function in a user gesture. */
export function useToggle(): () => void {
  const player = usePlayer();
  return useCallback(() => player.toggle(), [player]);
}

/** Skipped songs with the reason for their rows (specification 6.15). */
export function useSkipped(): ReadonlyMap<string, string> {
  const skipped = usePlayerState((state) => state.skipped);
  return useMemo(() => new Map([...skipped].map(([songId, reason]) => [songId, sentenceOf(reason)])), [skipped]);
}

const sentenceOf = (reason: FailureReason): string => texts.player.reasons[reason];
