/** The two decks: one plays, the other has the next track ready shortly before, so that it follows without a gap. */
import type { EngineContext } from "./engine-context.ts";
import { TrackPlayer, type TrackEvent } from "./track-player.ts";
import type { Track } from "./player-state.ts";
import type { SoundParts } from "./sound-interface.ts";

export class GaplessPlayer {
  readonly #deps: EngineContext;
  readonly #parts: SoundParts;
  /** Of the playing deck only; a deck that fails while it gets ready is forgotten, and opened anew at its turn. */
  readonly #tell: (deck: TrackPlayer, event: TrackEvent) => void;
  #playing: TrackPlayer | null = null;
  #ready: TrackPlayer | null = null;
  /** The place in the queue that was made ready, even in vain: it is tried once. */
  #readyIndex = -1;

  constructor(deps: EngineContext, parts: SoundParts, tell: (deck: TrackPlayer, event: TrackEvent) => void) {
    this.#deps = deps;
    this.#parts = parts;
    this.#tell = tell;
  }

  get playing(): TrackPlayer | null {
    return this.#playing;
  }

  /** Replaces what plays by that place of the queue. */
  start(index: number, track: Track, position: number, play: boolean): TrackPlayer {
    const former = this.#playing;
    const ready = this.#takeReady(index);
    // The ready one starts first, for the shortest gap; any other one takes over the media element of the former.
    if (ready !== null && play) ready.play();
    former?.close();
    const deck = ready ?? this.#open(track, position);
    this.#playing = deck;
    if (ready === null && play) deck.play();
    return deck;
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
    const deck: TrackPlayer = new TrackPlayer(track, position, this.#deps, this.#parts, (event) => {
      if (deck === this.#playing) this.#tell(deck, event);
      else if (deck === this.#ready && event.kind === "failed") this.#ready = null;
    });
    return deck;
  }
}
