/**
 * Plays the queue: handles the events of the current track and advances at its end or failure. Owns queue, index and
 * position by song id, never by URL; the track players own the media elements.
 */
import { currentEntry, type AfterEnd, type Queue, type Step } from "../../contract/rules/queue.ts";
import type { EngineContext } from "./engine-context.ts";
import { PlayQueue } from "./play-queue.ts";
import { PlayerStore } from "./player-store.ts";
import { PreloadedTrack } from "./preloaded-track.ts";
import { TrackPlayer, type TrackEvent } from "./track-player.ts";
import type { FailureReason, Track } from "./player-state.ts";
import { createPositionTicker, type PositionTicker } from "./position-ticker.ts";
import type { SoundParts } from "./sound-interface.ts";

/** Seconds before a track's end at which the next one is preloaded. */
const readyBefore = 20;
/** A track that sounded this long did not fail: a device without sound output lets each one begin; seconds. */
const heardSeconds = 3;
/** Shorter stalls are not shown. */
const waitShownMs = 300;

export class Playback {
  readonly store: PlayerStore;
  readonly queue: PlayQueue;
  readonly #deps: EngineContext;
  readonly #parts: SoundParts;
  readonly #preloaded = new PreloadedTrack();
  readonly #ticker: PositionTicker;
  #current: TrackPlayer | null = null;
  /** The track ended and nothing follows yet: the user holds the slider, or a single track is about to repeat. */
  #ended = false;
  #holdsEnd = false;
  /** Where the current track began to sound. */
  #heardFrom = 0;
  /** Cancels the display of a stall, or the repeat of a single track. */
  #cancelTimer: () => void = () => {};

  constructor(deps: EngineContext, parts: SoundParts, store: PlayerStore) {
    this.#deps = deps;
    this.#parts = parts;
    this.store = store;
    this.queue = new PlayQueue((songId) => deps.canPlay(songId), parts.random);
    this.#ticker = createPositionTicker(
      parts.clock,
      () => this.#tick(),
      () => store.now.speed,
    );
    deps.onNetwork(() => this.#networkChanged());
  }

  /** The playing, loading or paused track; null before the first start and after a failure. */
  get current(): TrackPlayer | null {
    return this.#current;
  }

  /** Starts the queue's current track. */
  startCurrent(): void {
    this.queue.clearFailures();
    this.start(this.queue.here(), this.store.position.get());
  }

  /** Starts a track, or waits for the network if it cannot play now. */
  start(step: Step<Track>, position: number, play = true): void {
    this.#cancelPending();
    const track = this.queue.take(step);
    if (track === undefined) return;
    const { shown } = this.queue;
    if (!this.#deps.canPlay(track.songId)) {
      this.store.change({ ...shown, track, duration: track.duration });
      return this.#awaitNetwork(position, play);
    }
    const player = this.#replaceCurrent(track, position, play);
    const status = play ? "loading" : "paused";
    this.store.change({ ...shown, track, status, position, duration: player.duration() });
    this.store.pruneSkipped((songId) => !this.#deps.canPlay(songId));
    this.store.markSkipped(this.queue.notOnDevice(step.skipped), "not-on-device");
  }

  /** Shows an edited queue. A current track that the edit removed gives way to the next, which plays if that one did. */
  showQueue(): void {
    const { shown, track } = this.queue;
    const { now, isWanted } = this.store;
    if (track !== undefined && now.status === "failed") this.store.change({ ...shown, index: -1 });
    else if (track === undefined || track === now.track) this.store.change(shown);
    else if (this.#current === null && !isWanted) this.showPaused(0);
    else this.start(this.queue.here(), 0, isWanted);
  }

  /** Shows the queue's current track without opening it. */
  showPaused(position: number): void {
    const { shown, track } = this.queue;
    if (track !== undefined) {
      this.store.change({ ...shown, track, status: "paused", position, duration: track.duration });
    }
  }

  setSpeed(speed: number): void {
    this.store.change({ speed, position: this.current?.position() ?? this.store.position.get() });
    if (this.store.now.status === "playing" && !this.#ended) this.#ticker.start();
  }

  /** Resumes a paused or blocked track; restarts one that ended. */
  resume(player: TrackPlayer): void {
    this.#rewindEnded();
    this.store.change({ status: "loading" });
    player.play();
  }

  halt(status: "paused" | "blocked"): void {
    this.#rewindEnded();
    this.#cancelPending();
    const position = this.current?.position() ?? this.store.position.get();
    this.store.change({ status, position });
  }

  /** Seeks; undoes an end that nothing has followed yet. */
  seek(position: number): void {
    this.current?.seek(position);
    if (this.#ended) {
      this.#cancelPending();
      if (this.store.isWanted) this.current?.play();
    }
    // During a drag update the position store only: the state store would render every consumer per pixel.
    if (this.#holdsEnd) this.store.position.set(position);
    else this.store.change({ position });
  }

  /** Delays the step after an end until `releaseEnd`, because the user may still drag back. */
  holdEnd(): void {
    this.#holdsEnd = true;
  }

  releaseEnd(): void {
    if (!this.#holdsEnd) return;
    this.#holdsEnd = false;
    this.store.change({});
    if (this.#ended && this.store.isWanted) this.#followEnd();
  }

  /** Resumes a track that waits for the network; makes a loading one wait for it. */
  #networkChanged(): void {
    this.store.pruneSkipped((songId) => !this.#deps.canPlay(songId));
    const { track, status, awaitsNetwork } = this.store.now;
    if (track === null || status !== "loading") return;
    const isPlayable = this.#deps.canPlay(track.songId);
    const position = this.current?.position() ?? this.store.position.get();
    if (awaitsNetwork && isPlayable) this.start(this.queue.here(), position);
    else if (!awaitsNetwork && !isPlayable) this.#awaitNetwork(position, true);
  }

  /** Keeps the song and its position. Restarts when the network is back, but only if playback is wanted. */
  #awaitNetwork(position: number, isWanted: boolean): void {
    this.close();
    if (isWanted) this.store.change({ status: "loading", awaitsNetwork: true, position });
    else this.store.change({ status: "paused", position });
  }

  /** Reports that nothing in the queue can play now; playback continues unchanged. */
  reportNothingPlayable(): void {
    const { track } = this.queue;
    if (track !== undefined) this.report(track, "not-on-device");
  }

  /** Clears the current song (specification 6.3). The queue stays, for another attempt. */
  giveUp(): void {
    this.close();
    this.store.change({ status: "failed", index: -1, track: null, position: 0, duration: 0 });
  }

  /** Stops and releases all media elements. */
  close(): void {
    this.#cancelPending();
    this.#preloaded.close();
    this.#current?.close();
    this.#current = null;
  }

  #replaceCurrent(track: Track, position: number, play: boolean): TrackPlayer {
    const previous = this.#current;
    const preloaded = this.#preloaded.take(track);
    // A preloaded track starts before the previous one closes; any other reuses the previous one's media element.
    if (preloaded !== null && play) preloaded.play();
    previous?.close();
    const player = preloaded ?? this.#open(track, position);
    this.#current = player;
    if (preloaded === null && play) player.play();
    return player;
  }

  #open(track: Track, position: number): TrackPlayer {
    const player: TrackPlayer = new TrackPlayer(track, position, this.#deps, this.#parts, (event) => {
      if (player === this.#current) this.#handleEvent(player, event);
      else if (event.kind === "failed") this.#preloaded.drop(player);
    });
    return player;
  }

  #handleEvent(player: TrackPlayer, event: TrackEvent): void {
    if (event.kind === "playing") this.#onPlaying(player);
    else if (event.kind === "waiting") this.#onWaiting();
    else if (event.kind === "ended") this.#onEnded();
    else if (event.kind === "interrupted") this.halt("paused");
    else if (event.kind === "length-known") this.store.change({ duration: player.duration() });
    else if (event.kind === "failed") this.#onFailed(player, event.reason);
    else if (event.kind === "offline") this.#awaitNetwork(player.position(), this.store.isWanted);
    else {
      console.info("playback prevented");
      this.halt("blocked");
    }
  }

  #onPlaying(player: TrackPlayer): void {
    this.#cancelPending();
    const position = player.position();
    this.#heardFrom = position;
    this.store.change({ status: "playing", position, duration: player.duration() });
    this.store.clearProblem(player.track.songId);
    this.#ticker.start();
  }

  #onWaiting(): void {
    this.#cancelPending();
    this.#cancelTimer = this.#parts.clock.after(waitShownMs, () => {
      this.store.change({ status: "loading" });
    });
  }

  #onEnded(): void {
    this.#cancelPending();
    this.#ended = true;
    this.queue.clearFailures();
    this.store.position.set(this.store.now.duration);
    if (!this.#holdsEnd && this.store.isWanted) this.#followEnd();
  }

  #followEnd(): void {
    this.#cancelTimer();
    const after = this.queue.atEnd();
    if (this.store.now.sleep === "end") {
      this.store.change({ sleep: null });
      return this.#restAt(after.kind === "advance" ? after.step.queue : this.queue.now);
    }
    if (after.kind !== "none") return this.#follow(after, true);
    const following = this.queue.following();
    if (following !== null) this.start(following, 0);
  }

  #follow(after: Exclude<AfterEnd<Track>, { kind: "none" }>, play: boolean): void {
    if (after.kind === "advance") return this.start(after.step, 0, play);
    if (after.kind === "stop") return this.#restAt(after.queue);
    if (this.#ended) this.#cancelTimer = this.#parts.clock.after(after.afterMs, () => this.#startAgain());
    else this.start(this.queue.here(), 0, play);
  }

  /** Leaves a track paused, without opening it. */
  #restAt(queue: Queue<Track>): void {
    this.close();
    this.queue.take({ queue, skipped: [] });
    this.showPaused(0);
  }

  #startAgain(): void {
    this.#rewindEnded();
    this.current?.play();
  }

  #rewindEnded(): void {
    if (!this.#ended) return;
    this.#cancelPending();
    this.current?.seek(0);
    this.store.change({ position: 0 });
  }

  #onFailed(player: TrackPlayer, reason: FailureReason): void {
    const play = this.store.isWanted;
    this.report(player.track, reason);
    // A listener may have chosen another song.
    if (player !== this.current) return;
    const isFault = reason !== "not-on-device";
    const after = isFault ? this.queue.afterFailure(player.track.songId) : this.queue.atEnd();
    if (after.kind !== "none") return this.#follow(after, play);
    const { hasFailedTooOften } = this.queue;
    this.giveUp();
    if (hasFailedTooOften) this.#deps.onGivenUp();
  }

  /** Reports a failed track, to its row and to the page. */
  report(track: Track, reason: FailureReason): void {
    this.store.report(track.songId, reason);
    this.#deps.onFailed(track, reason);
  }

  /** Cancels everything scheduled. */
  #cancelPending(): void {
    this.#cancelTimer();
    this.#ticker.stop();
    this.#ended = false;
  }

  #tick(): number {
    const position = this.current?.position() ?? 0;
    this.store.position.set(position);
    if (position - this.#heardFrom >= heardSeconds) this.queue.clearFailures();
    if (this.store.now.duration - position <= readyBefore) this.#makeNextReady();
    return position;
  }

  #makeNextReady(): void {
    const after = this.queue.atEnd();
    if (after.kind !== "advance") return;
    const track = currentEntry(after.step.queue);
    if (track !== undefined) this.#preloaded.prepare(track, () => this.#open(track, 0));
  }
}
