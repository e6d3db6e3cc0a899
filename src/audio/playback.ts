/**
 * Plays the queue: starts its tracks and handles the events of the current one. Owns queue, index and position by song
 * id, never by URL; the track players own the media elements.
 */
import { currentEntry, type Step } from "../../contract/rules/queue.ts";
import type { EngineContext } from "./engine-context.ts";
import { PlayQueue } from "./play-queue.ts";
import { PlayerStore } from "./player-store.ts";
import type { FailureReason, Track } from "./player-state.ts";
import { createPositionTicker, type PositionTicker } from "./position-ticker.ts";
import type { SoundParts } from "./sound-interface.ts";
import { TrackEnd } from "./track-end.ts";
import { TrackPlayer, type TrackEvent } from "./track-player.ts";
import { TrackPlayers } from "./track-players.ts";

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
  readonly #players: TrackPlayers;
  readonly #end: TrackEnd;
  readonly #ticker: PositionTicker;
  /** Where the current track began to sound. */
  #heardFrom = 0;
  /** Cancels the display of a stall. */
  #cancelWait: () => void = () => {};

  constructor(deps: EngineContext, parts: SoundParts, store: PlayerStore) {
    this.#deps = deps;
    this.#parts = parts;
    this.store = store;
    this.queue = new PlayQueue((songId) => deps.canPlay(songId), parts.random);
    this.#players = new TrackPlayers(
      (track, position, emit) => new TrackPlayer(track, position, deps, parts, emit),
      (player, event) => this.#handleEvent(player, event),
    );
    this.#end = new TrackEnd(this, parts.clock, () => deps.onGivenUp());
    this.#ticker = createPositionTicker(
      parts.clock,
      () => this.#tick(),
      () => store.now.speed,
    );
    deps.onNetwork(() => this.#networkChanged());
  }

  /** The playing, loading or paused track; null before the first start and after a failure. */
  get current(): TrackPlayer | null {
    return this.#players.current;
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
    const player = this.#players.replace(track, position, play);
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
    else if (this.current === null && !isWanted) this.showPaused(0);
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
    if (this.store.now.status === "playing" && !this.#end.isReached) this.#ticker.start();
  }

  /** Resumes a paused or blocked track; restarts one that ended. */
  resume(player: TrackPlayer): void {
    this.#end.rewind();
    this.store.change({ status: "loading" });
    player.play();
  }

  halt(status: "paused" | "blocked"): void {
    this.#end.rewind();
    this.#cancelPending();
    const position = this.current?.position() ?? this.store.position.get();
    this.store.change({ status, position });
  }

  /** Seeks; undoes an end that nothing has followed yet. */
  seek(position: number): void {
    this.current?.seek(position);
    if (this.#end.isReached) {
      this.#cancelPending();
      if (this.store.isWanted) this.current?.play();
    }
    // During a drag update the position store only: the state store would render every consumer per pixel.
    if (this.#end.isHeld) this.store.position.set(position);
    else this.store.change({ position });
  }

  /** Delays the step after an end until `releaseEnd`, because the user may still drag back. */
  holdEnd(): void {
    this.#end.hold();
  }

  releaseEnd(): void {
    this.#end.release();
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
    this.#players.close();
  }

  #handleEvent(player: TrackPlayer, event: TrackEvent): void {
    if (event.kind === "playing") this.#onPlaying(player);
    else if (event.kind === "waiting") this.#onWaiting();
    else if (event.kind === "ended") this.#onEnded();
    else if (event.kind === "interrupted") this.halt("paused");
    else if (event.kind === "length-known") this.store.change({ duration: player.duration() });
    else if (event.kind === "failed") this.#end.fail(player, event.reason);
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
    this.#cancelWait = this.#parts.clock.after(waitShownMs, () => {
      this.store.change({ status: "loading" });
    });
  }

  #onEnded(): void {
    this.#cancelPending();
    this.#end.reach();
  }

  /** Reports a failed track, to its row and to the page. */
  report(track: Track, reason: FailureReason): void {
    this.store.report(track.songId, reason);
    this.#deps.onFailed(track, reason);
  }

  /** Cancels everything scheduled. */
  #cancelPending(): void {
    this.#cancelWait();
    this.#ticker.stop();
    this.#end.cancel();
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
    if (track !== undefined) this.#players.prepare(track);
  }
}
