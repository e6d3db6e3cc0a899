/** The two decks: one plays, the other has the next track ready shortly before, so that it follows without a gap. */
import type { EngineDeps } from "./engine-deps.ts";
import { Deck, type DeckEvent } from "./deck.ts";
import type { Track } from "./player-state.ts";
import type { SoundParts } from "./sound.ts";

export class Decks {
  readonly #deps: EngineDeps;
  readonly #parts: SoundParts;
  /** Of the playing deck only; a deck that fails while it gets ready is forgotten, and opened anew at its turn. */
  readonly #tell: (deck: Deck, event: DeckEvent) => void;
  #playing: Deck | null = null;
  #ready: Deck | null = null;
  /** The place in the queue that was made ready, even in vain: it is tried once. */
  #readyIndex = -1;

  constructor(deps: EngineDeps, parts: SoundParts, tell: (deck: Deck, event: DeckEvent) => void) {
    this.#deps = deps;
    this.#parts = parts;
    this.#tell = tell;
  }

  get playing(): Deck | null {
    return this.#playing;
  }

  /** Replaces what plays by that place of the queue. */
  start(index: number, track: Track, position: number, play: boolean): Deck {
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

  #takeReady(index: number): Deck | null {
    const ready = this.#ready;
    const fits = this.#readyIndex === index;
    this.#ready = null;
    this.#readyIndex = -1;
    if (fits) return ready;
    ready?.close();
    return null;
  }

  #open(track: Track, position: number): Deck {
    const deck: Deck = new Deck(track, position, this.#deps, this.#parts, (event) => {
      if (deck === this.#playing) this.#tell(deck, event);
      else if (deck === this.#ready && event.kind === "failed") this.#ready = null;
    });
    return deck;
  }
}
