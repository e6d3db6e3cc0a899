/**
 * The audio engine of the page: its interface and factory. Import the factory lazily, but before the first tap: a tap
 * that waits for the import may lose the user gesture that Safari requires.
 */
import type { EngineContext } from "./engine-context.ts";
import { Engine } from "./engine-commands.ts";
import { createHowls } from "./howl.ts";
import { attachMediaSession } from "./media-session.ts";
import type { PlayerState, Track } from "./player-state.ts";
import type { Clock } from "./sound-interface.ts";
import type { ReadableStore } from "../lib/store.ts";

export interface AudioEngine {
  /**
   * Replaces the queue and starts at `index` (specification 6.8). If that track cannot play now, playback continues
   * unchanged and the track's row says why.
   */
  play(tracks: readonly Track[], index: number): void;
  /** Restores a queue. Without `autoplay` nothing is fetched until the user starts it. */
  load(tracks: readonly Track[], index: number, options: { autoplay: boolean; position?: number }): void;
  /** Pauses if playing or loading; otherwise resumes (specification 6.4). */
  toggle(): void;
  pause(): void;
  /** Resumes; retries after `blocked` or `failed`. Call it in a user gesture. */
  resume(): void;
  /** Starts the next track, wrapping to the first, even if paused (specification 6.5, 6.8). */
  next(): void;
  /** Starts the previous track at any position, wrapping to the last. */
  previous(): void;
  /** Seeks in the current track; clamped to its length. */
  seek(seconds: number): void;
  /** Mutes while the user drags the progress slider (specification 6.9). */
  beginSeek(): void;
  /** Unmutes when the user releases the slider. */
  endSeek(): void;
  /** 0 to 1; clamped. */
  setVolume(volume: number): void;
  /** Unloads everything and clears the queue, as at a sign-out. */
  stop(): void;
  state(): PlayerState;
  subscribe(listener: () => void): () => void;
  /** Seconds in the current track, updated every second while it plays (specification 6.10). */
  readonly position: ReadableStore<number>;
}

const browserClock: Clock = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Call once per page: volume, muting and the system's media controls are shared. */
export function createEngine(deps: EngineContext): AudioEngine {
  const engine = new Engine(deps, { ...createHowls(), clock: browserClock });
  attachMediaSession(engine, deps.coverUrl);
  return engine;
}
