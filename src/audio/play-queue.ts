/** The play queue: its current index, its next index, and the failed songs that it skips. */
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

/** Consecutive failures that stop the player, so that it does not try a queue of thousands (specification 6.18). */
const failuresInARow = 3;

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

  /** Allows failed songs again, after a command of the user or once a song plays. */
  clearFailures(): void {
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

  /** The step after a failed song; null after a full round or too many failures. */
  afterFailure(songId: string): Step | null {
    this.#failed.add(songId);
    return this.hasFailedTooOften ? null : this.forward();
  }

  get hasFailedTooOften(): boolean {
    return this.#failed.size >= failuresInARow;
  }

  /** The next index, whether its song can play now or not. */
  get following(): number {
    return this.index + 1 < this.#queue.entries.length ? this.index + 1 : 0;
  }

  /** The skipped songs that did not fail but are not on the device. */
  notOnDevice(songIds: readonly string[]): string[] {
    return songIds.filter((songId) => !this.#failed.has(songId));
  }

  readonly #canPlay = (songId: string) => !this.#failed.has(songId) && this.#deviceCanPlay(songId);
}
