/** Holds the player that opens the next track shortly before the current one ends. */
import type { TrackPlayer } from "./track-player.ts";
import type { Track } from "./player-state.ts";

export class PreloadedTrack {
  #player: TrackPlayer | null = null;
  /** The track that was preloaded, also if that failed: it is tried once. */
  #track: Track | null = null;

  /** Preloads a track with `open`, unless it was tried already. Closes any other. */
  prepare(track: Track, open: (track: Track) => TrackPlayer): void {
    if (this.#track === track) return;
    this.close();
    this.#track = track;
    this.#player = open(track);
  }

  /** Hands over the player of this track, if it is the preloaded one. Closes any other. */
  take(track: Track): TrackPlayer | null {
    if (this.#track !== track) this.close();
    const player = this.#player;
    this.#player = null;
    this.#track = null;
    return player;
  }

  /** The player of this track, if it is the preloaded one. */
  peek(track: Track): TrackPlayer | null {
    return this.#track === track ? this.#player : null;
  }

  /** Closes and drops a preload that failed. The track is opened again at its turn. */
  drop(player: TrackPlayer): void {
    if (player !== this.#player) return;
    player.close();
    this.#player = null;
  }

  close(): void {
    this.#player?.close();
    this.#player = null;
    this.#track = null;
  }
}
