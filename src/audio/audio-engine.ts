/**
 * The audio of the page: its commands and state, and the one way to make it. Import the function lazily, after the
 * first paint: nothing here is needed before the first sound, but a first tap that has to wait for the import may lose
 * the gesture that Safari asks for. Types cost nothing.
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
   * Replaces queue and audio, and starts at `index` (specification 6.8). A track that cannot play now leaves what plays
   * alone; its row says why.
   */
  play(tracks: readonly Track[], index: number): void;
  /** Sets a restored queue: without `autoplay` nothing is fetched before the listener starts it. */
  load(tracks: readonly Track[], index: number, options: { autoplay: boolean; position?: number }): void;
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

const browserClock: Clock = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Once per page: volume, muting and the controls of the system belong to the page as a whole. */
export function createEngine(deps: EngineContext): AudioEngine {
  const engine = new Engine(deps, { ...createHowls(), clock: browserClock });
  attachMediaSession(engine, deps.coverUrl);
  return engine;
}
