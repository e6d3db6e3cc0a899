import type { SongSnapshot } from "../../../contract/songs.ts";

/** What a list needs of the player; the page passes it in. */
export type Playback = {
  /**
   * @param rest all songs of the list, where `songs` is what the device knows of it
   * @param isShuffled undefined: as the player is set
   */
  onPlay: (
    songs: readonly SongSnapshot[],
    index: number,
    rest?: Promise<readonly SongSnapshot[]>,
    isShuffled?: boolean,
  ) => void;
  nowPlaying?: { songId: string; playing: boolean } | undefined;
  /** Why the player skipped songs, by id. */
  skipped?: ReadonlyMap<string, string>;
};
