import type { SongSnapshot } from "../../../contract/songs.ts";

/** What the player is told of a list besides its songs. */
export interface PlayedList {
  /**
   * Names the list: a second press on its current song continues it, whatever is known of the list by then. Without a name
   * the songs must be the same.
   */
  list?: string;
  /** Loads all songs of the list, where only a part of it is known. */
  rest?: (() => Promise<readonly SongSnapshot[]>) | undefined;
  /** Plays the list in this mode; by default in the mode that is on. */
  isShuffled?: boolean;
}

/** What a list needs of the player; the page passes it in. */
export type Playback = {
  onPlay: (songs: readonly SongSnapshot[], index: number, from?: PlayedList) => void;
  /** `list`: the name of the list that it is played from, if that has one. */
  nowPlaying?: { songId: string; playing: boolean; list?: string | undefined } | undefined;
  /** Pauses what plays, or goes on with it. */
  onToggle?: () => void;
  /** Why the player skipped songs, by id. */
  skipped?: ReadonlyMap<string, string>;
};
