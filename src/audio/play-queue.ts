/** The way through the queue: where it stands, where it goes next, and what it passes over because it failed. */
import {
  createQueue,
  currentEntry,
  moveTo,
  stepAtEnd,
  stepBack,
  stepForward,
  type AfterEnd,
  type Queue,
  type Step,
} from "../../contract/rules/queue.ts";
import type { Track } from "./player-state.ts";

/** So many failures in a row stop the player: a queue of thousands is not tried to its end (specification 6.18). */
export const failuresInARow = 3;

export class PlayQueue {
  readonly #deviceCanPlay: (songId: string) => boolean;
  /** Songs that failed since the last one that played. */
  readonly #failed = new Set<string>();
  #queue: Queue<Track> = createQueue<Track>([], 0);

  constructor(deviceCanPlay: (songId: string) => boolean) {
    this.#deviceCanPlay = deviceCanPlay;
  }

  get index(): number {
    return this.#queue.index;
  }

  get track(): Track | undefined {
    return currentEntry(this.#queue);
  }

  trackAt(index: number): Track | undefined {
    return this.#queue.entries[index];
  }

  replace(tracks: readonly Track[], index: number): void {
    this.#queue = createQueue(tracks, index);
    this.#failed.clear();
  }

  /** The listener asks anew, or a song plays: what failed before may be tried again. */
  forgive(): void {
    this.#failed.clear();
  }

  moveTo(index: number): Track | undefined {
    this.#queue = moveTo(this.#queue, index);
    return this.track;
  }

  forward(): Step | null {
    return stepForward(this.#queue, this.#canPlay);
  }

  back(): Step | null {
    return stepBack(this.#queue, this.#canPlay);
  }

  atEnd(): AfterEnd {
    return stepAtEnd(this.#queue, this.#canPlay);
  }

  /** Where to go from a song that failed; null after a full round, or when too many failed. */
  afterFailure(songId: string): Step | null {
    this.#failed.add(songId);
    return this.hasFailedOften ? null : this.forward();
  }

  get hasFailedOften(): boolean {
    return this.#failed.size >= failuresInARow;
  }

  /** The place after this one, whether it can be played now or not. */
  get following(): number {
    return this.index + 1 < this.#queue.entries.length ? this.index + 1 : 0;
  }

  /** Of songs that were passed over, those that merely are not on the device. */
  notOnDevice(songIds: readonly string[]): string[] {
    return songIds.filter((songId) => !this.#failed.has(songId));
  }

  readonly #canPlay = (songId: string) => !this.#failed.has(songId) && this.#deviceCanPlay(songId);
}
