/** The play queue with its modes, and the failed songs that it skips. */
import {
  createQueue,
  currentEntry,
  stepAtEnd,
  stepBack,
  stepForward,
  type AfterEnd,
  type Queue,
  type Repeat,
  type Step,
} from "./queue.ts";
import { clearQueue, completeQueue, revertTo, shuffle, unshuffle, type Random } from "./queue-edits.ts";
import type { EngineContext } from "./engine-context.ts";
import type { PlayerState, Track } from "./player-state.ts";

/** Consecutive failures that stop the player, so that it does not try a queue of thousands (specification 6.18). */
const failuresInARow = 3;

export interface SavedQueue {
  readonly queue: Queue<Track>;
  readonly repeat: Repeat;
  readonly speed: number;
}

interface Cleared {
  /** The whole list, if it has come since. */
  whole?: readonly Track[];
}

export class PlayQueue {
  repeat: Repeat = "all";
  readonly #context: Pick<EngineContext, "canPlay" | "supports">;
  readonly #random: Random;
  /** Songs that failed since the last one that was heard. */
  readonly #failed = new Set<string>();
  #queue: Queue<Track> = createQueue<Track>([], 0);
  /** As the user chose it. */
  #list: readonly Track[] = [];
  #isShuffled = false;
  /** Set after a clear. */
  #cleared: Cleared | undefined;
  /** What `#cleared` was before a clear, by the queue that it cleared. */
  readonly #before = new WeakMap<Queue<Track>, Cleared | undefined>();

  constructor(context: Pick<EngineContext, "canPlay" | "supports">, random: Random) {
    this.#context = context;
    this.#random = random;
  }

  get track(): Track | undefined {
    return currentEntry(this.#queue);
  }

  /** What the player's state says of the queue. */
  get shown(): Pick<PlayerState, "queue" | "index" | "queued" | "list" | "isShuffled" | "repeat"> {
    const { entries, index, queued } = this.#queue;
    return { queue: entries, index, queued, list: this.#list, isShuffled: this.#isShuffled, repeat: this.repeat };
  }

  get now(): Queue<Track> {
    return this.#queue;
  }

  /** Replaces the queue by a list of the user's choice; shuffles it if that is on. */
  replace(tracks: readonly Track[], index: number): void {
    const queue = createQueue(tracks, index);
    this.#queue = this.#isShuffled ? shuffle(queue, this.#random) : queue;
    this.#list = tracks;
    this.#cleared = undefined;
    this.#failed.clear();
  }

  /** Puts the whole of the list that plays in the place of the part that was known, if any of that was played. */
  complete(tracks: readonly Track[]): void {
    if (this.#cleared !== undefined) {
      this.#cleared.whole = tracks;
      return;
    }
    const queue = completeQueue(this.#queue, this.#list, tracks, this.#random);
    if (queue !== this.#queue) this.#list = tracks;
    this.#queue = queue;
  }

  /** Restores a queue as it was, with its modes. */
  restore({ queue, repeat }: Pick<SavedQueue, "queue" | "repeat">): void {
    this.#queue = queue;
    this.#list = queue.unshuffled ?? queue.entries;
    this.#isShuffled = queue.unshuffled !== null;
    this.repeat = repeat;
    this.#cleared = undefined;
    this.#failed.clear();
  }

  /** Applies a change of the user. */
  edit(change: (queue: Queue<Track>, random: Random) => Queue<Track>): void {
    this.#queue = change(this.#queue, this.#random);
  }

  /** Leaves the current song alone in the queue; what comes of its list since does not join it. */
  clear(): void {
    this.#before.set(this.#queue, this.#cleared);
    this.edit(clearQueue);
    this.#cleared = { ...this.#cleared };
  }

  /** Takes a clear back, in the order of the mode that is on by now. */
  revert(earlier: Queue<Track>): void {
    const reverted = revertTo(this.#queue, earlier);
    if (reverted === this.#queue) return;
    this.#queue = reverted;
    this.setShuffled(this.#isShuffled);
    const whole = this.#cleared?.whole;
    this.#cleared = this.#before.get(earlier);
    if (whole !== undefined) this.complete(whole);
  }

  setShuffled(isShuffled: boolean): void {
    this.#isShuffled = isShuffled;
    this.edit(isShuffled ? shuffle : unshuffle);
  }

  /** Allows failed songs again, after a command of the user or once a song was heard. */
  clearFailures(): void {
    this.#failed.clear();
  }

  /** The place that it has, as a step. */
  here(): Step<Track> {
    return { queue: this.#queue, skipped: [] };
  }

  take(step: Step<Track>): Track | undefined {
    this.#queue = step.queue;
    return this.track;
  }

  forward(): Step<Track> | null {
    return stepForward(this.#queue, this.#canPlay);
  }

  back(): Step<Track> | null {
    return stepBack(this.#queue, this.#canPlay);
  }

  /** The step from a current song that is not on the device to one that can play; null where it can play or none can. */
  insteadOfMissing(): Step<Track> | null {
    const { track } = this;
    if (track === undefined || this.obstacleTo(track.songId) !== "not-on-device") return null;
    const step = this.forward();
    return step && { ...step, skipped: [track.songId, ...step.skipped] };
  }

  atEnd(): AfterEnd<Track> {
    return stepAtEnd(this.#queue, this.repeat, this.#canPlay, this.#canPlayLater);
  }

  /** What follows a song that failed; none after a full round or too many failures. */
  afterFailure(songId: string): AfterEnd<Track> {
    this.#failed.add(songId);
    return this.hasFailedTooOften ? { kind: "none" } : this.atEnd();
  }

  get hasFailedTooOften(): boolean {
    return this.#failed.size >= failuresInARow;
  }

  /** The skipped songs that did not fail. */
  withoutFailed(songIds: readonly string[]): string[] {
    return songIds.filter((songId) => !this.#failed.has(songId));
  }

  /** Why a song cannot play now; null if it can. */
  obstacleTo(songId: string): "not-on-device" | "unsupported" | null {
    if (!this.#context.supports(songId)) return "unsupported";
    return this.#context.canPlay(songId) ? null : "not-on-device";
  }

  readonly #canPlay = (songId: string) => !this.#failed.has(songId) && this.obstacleTo(songId) === null;

  readonly #canPlayLater = (songId: string) => !this.#failed.has(songId) && this.#context.supports(songId);
}
