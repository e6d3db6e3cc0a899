/** The audio engine: the user's commands on the queue and its playback. Built on injected parts, so tests need no browser. */
import type { EngineContext } from "./engine-context.ts";
import { Playback } from "./playback.ts";
import { PlayerStore } from "./player-store.ts";
import type { PlayerState, Track } from "./player-state.ts";
import type { SoundParts } from "./sound-interface.ts";
import type { ReadableStore } from "../lib/store.ts";

/** Its methods are bound, because `useSyncExternalStore` calls them without the object. */
export class AudioEngine {
  readonly state: ReadableStore<PlayerState>["get"];
  readonly subscribe: ReadableStore<PlayerState>["subscribe"];
  /** Seconds in the current track, updated every second while it plays (specification 6.10). */
  readonly position: ReadableStore<number>;
  readonly #deps: EngineContext;
  readonly #parts: SoundParts;
  readonly #store: PlayerStore;
  readonly #playback: Playback;

  constructor(deps: EngineContext, parts: SoundParts) {
    this.#deps = deps;
    this.#parts = parts;
    const volume = clamp(deps.initialVolume, 1);
    parts.output.setVolume(volume);
    this.#store = new PlayerStore(volume);
    this.#playback = new Playback(deps, parts, this.#store);
    this.state = this.#store.state.get;
    this.subscribe = this.#store.state.subscribe;
    this.position = this.#store.position;
  }

  /**
   * Replaces the queue and starts at `index` (specification 6.8). If that track cannot play now, playback continues
   * unchanged and the track's row says why.
   */
  readonly play = (tracks: readonly Track[], index: number): void => {
    const track = tracks[index];
    if (track === undefined || this.#deps.canPlay(track.songId)) this.load(tracks, index, { autoplay: true });
    else this.#playback.report(track, "not-on-device");
  };

  /** Restores a queue. Without `autoplay` nothing is fetched until the user starts it. */
  readonly load = (
    tracks: readonly Track[],
    index: number,
    options: { autoplay: boolean; position?: number },
  ): void => {
    this.stop();
    const { queue } = this.#playback;
    queue.replace(tracks, index);
    const { track } = queue;
    if (track === undefined) return;
    this.#store.change({
      queue: tracks,
      index: queue.index,
      track,
      status: "paused",
      position: clamp(options.position ?? 0, track.duration),
      duration: track.duration,
    });
    if (options.autoplay) this.#playback.startCurrent();
  };

  /** Pauses if playing or loading; otherwise resumes (specification 6.4). */
  readonly toggle = (): void => (this.#store.isWanted ? this.pause() : this.resume());

  readonly pause = (): void => {
    if (!this.#store.isWanted) return;
    this.#playback.current?.pause();
    this.#playback.halt("paused");
  };

  /** Resumes; retries after `blocked` or `failed`. Call it in a user gesture. */
  readonly resume = (): void => {
    if (this.#store.isWanted) return;
    const player = this.#playback.current;
    // There is no player after a restore or a failure.
    if (player === null) this.#playback.startCurrent();
    else this.#playback.resume(player);
  };

  /** Starts the next track, wrapping to the first, even if paused (specification 6.5, 6.8). */
  readonly next = (): void => this.#move("forward");
  /** Starts the previous track at any position, wrapping to the last. */
  readonly previous = (): void => this.#move("back");

  /** Seeks in the current track; clamped to its length. */
  readonly seek = (seconds: number): void => {
    const { track, duration } = this.#store.now;
    if (track !== null && Number.isFinite(seconds)) this.#playback.seek(clamp(seconds, duration));
  };

  /** Mutes while the user drags the progress slider (specification 6.9). */
  readonly beginSeek = (): void => {
    this.#playback.holdEnd();
    this.#parts.output.setMuted(true);
  };

  /** Unmutes when the user releases the slider. */
  readonly endSeek = (): void => {
    this.#parts.output.setMuted(false);
    this.#playback.releaseEnd();
  };

  /** 0 to 1; clamped. */
  readonly setVolume = (value: number): void => {
    const volume = clamp(value, 1);
    if (Number.isNaN(value) || volume === this.#store.now.volume) return;
    this.#parts.output.setVolume(volume);
    this.#store.change({ volume });
    this.#deps.onVolume(volume);
  };

  /** Unloads everything and clears the queue, as at a sign-out. */
  readonly stop = (): void => {
    this.endSeek();
    this.#playback.close();
    this.#playback.queue.replace([], 0);
    this.#store.empty();
  };

  #move(direction: "forward" | "back"): void {
    this.endSeek();
    const { queue } = this.#playback;
    queue.clearFailures();
    const step = queue[direction]();
    if (step === null) this.#playback.reportNothingPlayable();
    else this.#playback.start(step, 0);
  }
}

/** Clamps to 0 and `max`; NaN becomes 0. */
function clamp(value: number, max: number): number {
  return Math.min(Math.max(value || 0, 0), Math.max(max, 0));
}
