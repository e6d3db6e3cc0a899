/** What follows a track, at its end and after its failure (specification 6.6, 6.7, 6.18, 6.24). */
import type { AfterEnd, Queue, Step } from "./queue.ts";
import type { PlayQueue } from "./play-queue.ts";
import type { PlayerStore } from "./player-store.ts";
import type { FailureReason, Track } from "./player-state.ts";
import type { Clock } from "./sound-interface.ts";
import type { TrackPlayer } from "./track-player.ts";

/** The commands of the playback that an end leads to. */
interface Playback {
  readonly store: PlayerStore;
  readonly queue: PlayQueue;
  readonly current: TrackPlayer | null;
  starts: number;
  start(step: Step<Track>, position: number, play?: boolean): void;
  showPaused(position: number): void;
  report(track: Track, reason: FailureReason): void;
  giveUp(): void;
  close(): void;
}

export class TrackEnd {
  readonly #playback: Playback;
  readonly #clock: Clock;
  readonly #onGivenUp: () => void;
  #isReached = false;
  #isHeld = false;
  /** Cancels the repeat of a single track. */
  #cancelRepeat: () => void = () => {};

  /** @param onGivenUp is called after too many consecutive failures */
  constructor(playback: Playback, clock: Clock, onGivenUp: () => void) {
    this.#playback = playback;
    this.#clock = clock;
    this.#onGivenUp = onGivenUp;
  }

  /** The track ended and nothing follows yet: the user holds the slider, or a single track is about to repeat. */
  get isReached(): boolean {
    return this.#isReached;
  }

  /** Whether the user holds the slider. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The track has ended. */
  reach(): void {
    const { queue, store } = this.#playback;
    this.#isReached = true;
    queue.clearFailures();
    store.position.set(store.now.duration);
    if (!this.#isHeld && store.isWanted) this.#step();
  }

  /** Delays the step after an end until `release`, because the user may still drag back. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    if (!this.#isHeld) return;
    const { store } = this.#playback;
    this.#isHeld = false;
    store.change({});
    if (this.#isReached && store.isWanted) this.#step();
  }

  /** The track goes on, or another one starts. */
  cancel(): void {
    this.#cancelRepeat();
    this.#isReached = false;
  }

  /** Decides anew what follows a track that has ended: the queue, its mode or the sleep timer have changed. */
  reconsider(): void {
    if (this.#isReached && !this.#isHeld && this.#playback.store.isWanted) this.#step();
  }

  /** Returns a track that ended to its beginning. */
  rewind(): void {
    if (!this.#isReached) return;
    this.cancel();
    this.#playback.starts += 1;
    this.#playback.current?.seek(0);
    this.#playback.store.change({ position: 0 });
  }

  /** The track cannot be played. */
  fail(player: TrackPlayer, reason: FailureReason): void {
    const { queue, store } = this.#playback;
    const play = store.isWanted;
    this.#playback.report(player.track, reason);
    // A listener may have chosen another song.
    if (player !== this.#playback.current) return;
    const isFault = reason !== "not-on-device";
    const after = isFault ? queue.afterFailure(player.track.songId) : queue.atEnd();
    // For whoever sleeps the song ends where it breaks off.
    if (play && player.hasSounded && this.#takeSleep() && after.kind !== "none") return this.#restBefore(after);
    if (after.kind !== "none") return this.#follow(after, play);
    const { hasFailedTooOften } = queue;
    this.#playback.giveUp();
    if (hasFailedTooOften) this.#onGivenUp();
  }

  #step(): void {
    this.#cancelRepeat();
    const after = this.#playback.queue.atEnd();
    if (this.#takeSleep()) this.#restBefore(after);
    else if (after.kind !== "none") this.#follow(after, true);
  }

  /** Whether the sleep timer ends the music here, which ends the timer. */
  #takeSleep(): boolean {
    const { store } = this.#playback;
    if (store.now.sleep !== "end") return false;
    store.change({ sleep: null });
    return true;
  }

  /** Leaves what would follow paused. */
  #restBefore(after: AfterEnd<Track>): void {
    if (after.kind === "stop") this.#restAt(after.queue);
    else this.#restAt(after.kind === "advance" ? after.step.queue : this.#playback.queue.now);
  }

  #follow(after: Exclude<AfterEnd<Track>, { kind: "none" }>, play: boolean): void {
    if (after.kind === "stop") return this.#restAt(after.queue);
    if (after.kind !== "replay") return this.#playback.start(after.step, 0, play);
    if (!this.#isReached) return this.#playback.start(this.#playback.queue.here(), 0, play);
    // Not by a timer: a locked phone stops timers once the music has ended.
    if (after.afterMs === 0) return this.#repeat();
    this.#cancelRepeat = this.#clock.after(after.afterMs, () => this.#repeat());
  }

  /** Leaves a track paused, without opening it. */
  #restAt(queue: Queue<Track>): void {
    this.#playback.close();
    this.#playback.queue.take({ queue, skipped: [] });
    this.#playback.showPaused(0);
  }

  #repeat(): void {
    this.rewind();
    this.#playback.current?.play();
  }
}
