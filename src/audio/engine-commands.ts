/** Implements `AudioEngine` on injected parts, so that tests need no browser. */
import type { EngineContext } from "./engine-context.ts";
import { Playback } from "./playback.ts";
import { PlayerStore } from "./player-store.ts";
import type { PlayerState, Track } from "./player-state.ts";
import type { SoundParts } from "./sound-interface.ts";
import type { ReadableStore } from "../lib/store.ts";

/** Its methods are bound, because `useSyncExternalStore` calls them without the object. */
export class Engine {
  readonly state: ReadableStore<PlayerState>["get"];
  readonly subscribe: ReadableStore<PlayerState>["subscribe"];
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

  readonly play = (tracks: readonly Track[], index: number) => {
    const track = tracks[index];
    if (track === undefined || this.#deps.canPlay(track.songId)) this.load(tracks, index, { autoplay: true });
    else this.#playback.report(track, "not-on-device");
  };

  readonly load = (tracks: readonly Track[], index: number, options: { autoplay: boolean; position?: number }) => {
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

  readonly toggle = () => (this.#store.isWanted ? this.pause() : this.resume());

  readonly pause = () => {
    if (!this.#store.isWanted) return;
    this.#playback.current?.pause();
    this.#playback.halt("paused");
  };

  /** Without a player, after a restore or a failure, starts the queue's current track. */
  readonly resume = () => {
    if (this.#store.isWanted) return;
    const player = this.#playback.current;
    if (player === null) this.#playback.startCurrent();
    else this.#playback.resume(player);
  };

  readonly next = () => this.#move("forward");
  readonly previous = () => this.#move("back");

  readonly seek = (seconds: number) => {
    const { track, duration } = this.#store.now;
    if (track !== null && Number.isFinite(seconds)) this.#playback.seek(clamp(seconds, duration));
  };

  readonly beginSeek = () => {
    this.#playback.holdEnd();
    this.#parts.output.setMuted(true);
  };

  readonly endSeek = () => {
    this.#parts.output.setMuted(false);
    this.#playback.releaseEnd();
  };

  readonly setVolume = (value: number) => {
    const volume = clamp(value, 1);
    if (Number.isNaN(value) || volume === this.#store.now.volume) return;
    this.#parts.output.setVolume(volume);
    this.#store.change({ volume });
    this.#deps.onVolume(volume);
  };

  readonly stop = () => {
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
