/** What the rest of the page sees of the audio: commands, a state, and what the engine must be given. */
import type { FailureReason, PlayerState, Track } from "./player-state.ts";
import type { ReadableStore } from "./store.ts";

export interface AudioEngine {
  /** Replaces queue and audio, and starts at `index` or the first track after it that can play (specification 6.8). */
  play(tracks: readonly Track[], index: number): void;
  /** Sets a restored queue: without `autoplay` nothing is fetched before the listener starts it. */
  load(
    tracks: readonly Track[],
    index: number,
    options: { autoplay: boolean; position?: number },
  ): void;
  /** Pauses what plays or is about to; otherwise resumes (specification 6.4). */
  toggle(): void;
  pause(): void;
  /** Goes on; after `blocked` or `failed` it tries again. Call it from a gesture. */
  resume(): void;
  /** Following track, from the last to the first; starts it even if paused (specification 6.5, 6.8). */
  next(): void;
  /** Prior track at any position, from the first to the last. */
  previous(): void;
  /** To `seconds` in the current track, held within its length. */
  seek(seconds: number): void;
  /** The listener took the progress slider: silence until `endSeek` (specification 6.9). */
  beginSeek(): void;
  /** The slider was released: the volume is back. */
  endSeek(): void;
  /** 0 to 1; anything outside is held within. */
  setVolume(volume: number): void;
  /** Unloads everything and empties the queue, as at a sign-out. */
  stop(): void;
  state(): PlayerState;
  subscribe(listener: () => void): () => void;
  /** Seconds in the current track, brought up to date each second while it plays (specification 6.10). */
  readonly position: ReadableStore<number>;
}

/** What the engine asks of the page. Songs are named by id, never by address. */
export interface EngineDeps {
  /** Where the audio is now. A plain string keeps the gesture that Safari wants for the first sound. */
  source(songId: string): string | Promise<string>;
  /** An address made anew, for when the known one stopped working (specification 17.13). */
  freshSource(songId: string): Promise<string>;
  /** False when there is no network and the audio is not on the device (specification 6.15). */
  canPlay(songId: string): boolean;
  readonly initialVolume: number;
  onVolume(volume: number): void;
  /** A track could not be played; the engine goes on by itself. */
  onFailed(track: Track, reason: FailureReason): void;
}
