/** The commands of `audio-engine.ts`, over parts that need no browser. */
import type { EngineContext } from "./engine-context.ts";
import { Playback } from "./playback.ts";
import { PlayerStore } from "./player-store.ts";
import type { PlayerState, Track } from "./player-state.ts";
import type { SoundParts } from "./sound-interface.ts";
import type { ReadableStore } from "../lib/store.ts";

/** Its functions may be passed around without the object, as `useSyncExternalStore` does. */
export class Engine {
  readonly state: ReadableStore<PlayerState>["get"];
  readonly subscribe: ReadableStore<PlayerState>["subscribe"];
  readonly position: ReadableStore<number>;
  readonly #deps: EngineContext;
  readonly #parts: SoundParts;
  readonly #record: PlayerStore;
  readonly #playback: Playback;

  constructor(deps: EngineContext, parts: SoundParts) {
    this.#deps = deps;
    this.#parts = parts;
    const volume = clamp(deps.initialVolume, 1);
    parts.output.setVolume(volume);
    this.#record = new PlayerStore(volume);
    this.#playback = new Playback(deps, parts, this.#record);
    this.state = this.#record.state.get;
    this.subscribe = this.#record.state.subscribe;
    this.position = this.#record.position;
  }

  readonly play = (tracks: readonly Track[], index: number) => {
    const track = tracks[index];
    if (track === undefined || this.#deps.canPlay(track.songId)) this.load(tracks, index, { autoplay: true });
    else this.#playback.report(track, "not-on-device");
  };

  readonly load = (tracks: readonly Track[], index: number, options: { autoplay: boolean; position?: number }) => {
    this.stop();
    const { course } = this.#playback;
    course.replace(tracks, index);
    const { track } = course;
    if (track === undefined) return;
    this.#record.change({
      queue: tracks,
      index: course.index,
      track,
      status: "paused",
      position: clamp(options.position ?? 0, track.duration),
      duration: track.duration,
    });
    if (options.autoplay) this.#playback.enter();
  };

  readonly toggle = () => (this.#record.isWanted ? this.pause() : this.resume());

  readonly pause = () => {
    if (!this.#record.isWanted) return;
    this.#playback.deck?.pause();
    this.#playback.rest("paused");
  };

  /** Without a deck (a restored queue, or a failed one) the queue is entered at its place. */
  readonly resume = () => {
    if (this.#record.isWanted) return;
    const { deck } = this.#playback;
    if (deck === null) this.#playback.enter();
    else this.#playback.goOn(deck);
  };

  readonly next = () => this.#move("forward");
  readonly previous = () => this.#move("back");

  readonly seek = (seconds: number) => {
    const { track, duration } = this.#record.now;
    if (track !== null && Number.isFinite(seconds)) this.#playback.seek(clamp(seconds, duration));
  };

  readonly beginSeek = () => {
    this.#playback.hold();
    this.#parts.output.setMuted(true);
  };

  readonly endSeek = () => {
    this.#parts.output.setMuted(false);
    this.#playback.release();
  };

  readonly setVolume = (asked: number) => {
    const volume = clamp(asked, 1);
    if (Number.isNaN(asked) || volume === this.#record.now.volume) return;
    this.#parts.output.setVolume(volume);
    this.#record.change({ volume });
    this.#deps.onVolume(volume);
  };

  readonly stop = () => {
    this.endSeek();
    this.#playback.close();
    this.#playback.course.replace([], 0);
    this.#record.empty();
  };

  #move(direction: "forward" | "back"): void {
    this.endSeek();
    const { course } = this.#playback;
    course.forgive();
    const step = course[direction]();
    if (step === null) this.#playback.reportNothing();
    else this.#playback.start(step, 0);
  }
}

/** Held between 0 and `most`; what is no number is 0. */
function clamp(value: number, most: number): number {
  return Math.min(Math.max(value || 0, 0), Math.max(most, 0));
}
