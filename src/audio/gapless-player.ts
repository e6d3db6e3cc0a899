/** Gapless playback with two track players: one plays, the other preloads the next track shortly before its end. */
import type { EngineContext } from "./engine-context.ts";
import { TrackPlayer, type TrackEvent } from "./track-player.ts";
import type { Track } from "./player-state.ts";
import type { SoundParts } from "./sound-interface.ts";

export class GaplessPlayer {
  readonly #deps: EngineContext;
  readonly #parts: SoundParts;
  /** Emits events of the playing track only. A failed preload is dropped; the track is opened again at its turn. */
  readonly #emit: (player: TrackPlayer, event: TrackEvent) => void;
  #playing: TrackPlayer | null = null;
  #ready: TrackPlayer | null = null;
  /** The queue index that was preloaded, also if that failed: it is tried once. */
  #readyIndex = -1;

  constructor(deps: EngineContext, parts: SoundParts, emit: (player: TrackPlayer, event: TrackEvent) => void) {
    this.#deps = deps;
    this.#parts = parts;
    this.#emit = emit;
  }

  get playing(): TrackPlayer | null {
    return this.#playing;
  }

  /** Replaces the playing track. */
  start(index: number, track: Track, position: number, play: boolean): TrackPlayer {
    const previous = this.#playing;
    const ready = this.#takeReady(index);
    // A preloaded track starts before the previous one closes; any other reuses the previous one's media element.
    if (ready !== null && play) ready.play();
    previous?.close();
    const player = ready ?? this.#open(track, position);
    this.#playing = player;
    if (ready === null && play) player.play();
    return player;
  }

  makeReady(index: number, track: Track): void {
    if (this.#readyIndex === index) return;
    this.#ready?.close();
    this.#readyIndex = index;
    this.#ready = this.#open(track, 0);
  }

  close(): void {
    this.#playing?.close();
    this.#playing = null;
    this.#takeReady(-1);
  }

  #takeReady(index: number): TrackPlayer | null {
    const ready = this.#ready;
    const fits = this.#readyIndex === index;
    this.#ready = null;
    this.#readyIndex = -1;
    if (fits) return ready;
    ready?.close();
    return null;
  }

  #open(track: Track, position: number): TrackPlayer {
    const player: TrackPlayer = new TrackPlayer(track, position, this.#deps, this.#parts, (event) => {
      if (player === this.#playing) this.#emit(player, event);
      else if (player === this.#ready && event.kind === "failed") this.#ready = null;
    });
    return player;
  }
}
