/**
 * Plays the queue: starts its tracks and handles the events of the current one. Owns queue, index and position by song
 * id, never by URL; the track players own the media elements.
 */
import { currentEntry, type Step } from "./queue.ts";
import { Crossfade } from "./crossfade.ts";
import type { EngineContext } from "./engine-context.ts";
import { NetworkWait } from "./wait-for-network.ts";
import { PlayQueue } from "./play-queue.ts";
import { PlayerStore } from "./player-store.ts";
import type { FailureReason, PlayerState, Track } from "./player-state.ts";
import { createPositionTicker, type PositionTicker } from "./position-ticker.ts";
import type { SoundParts } from "./sound-interface.ts";
import { TrackEnd } from "./track-end.ts";
import { TrackPlayer, type TrackEvent } from "./track-player.ts";
import { TrackPlayers } from "./track-players.ts";

/** Seconds before a track's end, or its crossfade, at which the next one is preloaded. */
const readyBefore = 20;
/** A track that sounded this long did not fail: a device without sound output lets each one begin; seconds. */
const heardSeconds = 3;

export class Playback {
  readonly store: PlayerStore;
  readonly queue: PlayQueue;
  readonly #deps: EngineContext;
  readonly #players: TrackPlayers;
  readonly #end: TrackEnd;
  readonly #crossfade: Crossfade;
  readonly #network: NetworkWait;
  readonly #ticker: PositionTicker;
  /** How often a track was started at its beginning. */
  starts = 0;
  /** Where the current track began to sound. */
  #heardFrom = 0;

  constructor(deps: EngineContext, parts: SoundParts, store: PlayerStore) {
    this.#deps = deps;
    this.store = store;
    this.queue = new PlayQueue(deps, parts.random);
    this.#players = new TrackPlayers(
      (track, position, emit) => new TrackPlayer(track, position, deps, parts, emit),
      (player, event) => this.#handleEvent(player, event),
    );
    this.#crossfade = new Crossfade(this, this.#players, parts);
    this.#end = new TrackEnd(this, parts.clock, () => deps.onGivenUp());
    this.#ticker = createPositionTicker(
      parts.clock,
      () => this.#tick(),
      () => store.now.speed,
    );
    this.#network = new NetworkWait(this, deps, parts.clock);
  }

  /** The playing, loading or paused track; null before the first start and after a failure. */
  get current(): TrackPlayer | null {
    return this.#players.current;
  }

  /** Starts the queue's current track. */
  startCurrent(): void {
    this.queue.clearFailures();
    this.#startHere(this.store.position.get(), true);
  }

  /** What does not play yet waits for the network only if no other track can play (specification 6.15, 6.19). */
  #startHere(position: number, play: boolean): void {
    const instead = play ? this.queue.insteadOfMissing() : null;
    if (instead === null) this.start(this.queue.here(), position, play);
    else this.start(instead, 0);
  }

  /** Starts a track, or waits for the network if it cannot play now. */
  start(step: Step<Track>, position: number, play = true): void {
    this.#cancelPending();
    this.#crossfade.finish();
    const track = this.queue.take(step);
    if (track === undefined) return;
    if (position === 0) this.starts += 1;
    const obstacle = this.queue.obstacleTo(track.songId);
    if (obstacle === "unsupported") return this.#passOver(track, play);
    if (obstacle !== null) {
      this.store.change({ ...this.queue.shown, track, duration: track.duration });
      return this.#network.begin(position, play);
    }
    const player = this.#players.replace(track, position, play);
    this.#show(player, { status: play ? "loading" : "paused", position }, step);
  }

  #passOver(track: Track, play: boolean): void {
    this.report(track, "unsupported");
    const step = this.queue.forward();
    if (step === null) this.giveUp();
    else this.start(step, 0, play);
  }

  /** Shows that the next track plays while the one before fades out. */
  advanceTo(step: Step<Track>, player: TrackPlayer): void {
    this.queue.take(step);
    this.queue.clearFailures();
    this.#show(player, { status: "playing", position: player.position() }, step);
    this.#onPlaying(player);
  }

  /** False while the user holds the slider. */
  get mayAdvance(): boolean {
    return !this.#end.isHeld;
  }

  #show(player: TrackPlayer, state: Pick<PlayerState, "status" | "position">, { skipped }: Step<Track>): void {
    this.store.change({ ...this.queue.shown, track: player.track, ...state, duration: player.duration() });
    this.store.pruneSkipped((songId) => !this.#deps.canPlay(songId));
    for (const songId of this.queue.withoutFailed(skipped))
      this.store.markSkipped([songId], this.queue.obstacleTo(songId) ?? "not-on-device");
  }

  /** Shows an edited queue. A current track that the edit removed gives way to the next, which plays if that one did. */
  showQueue(): void {
    const { shown, track } = this.queue;
    const { now, isWanted } = this.store;
    if (track !== undefined && now.status === "failed") this.store.change({ ...shown, index: -1 });
    else if (track === undefined || track === now.track) {
      this.store.change(shown);
      this.#end.reconsider();
    } else if (this.current === null && !isWanted) this.showPaused(0);
    else this.#startHere(0, isWanted);
  }

  setSleep(sleep: PlayerState["sleep"]): void {
    this.store.change({ sleep });
    if (sleep === "end") this.#end.reconsider();
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
    this.#crossfade.cancel();
    this.#end.rewind();
    this.#cancelPending();
    const position = this.current?.position() ?? this.store.position.get();
    this.store.change({ status, position });
  }

  /** Seeks; undoes an end that nothing has followed yet. */
  seek(position: number): void {
    this.#crossfade.cancel();
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
    this.#crossfade.cancel();
    this.#end.hold();
  }

  releaseEnd(): void {
    this.#end.release();
  }

  /** Reports that nothing in the queue can play now; playback continues unchanged. */
  reportNothingPlayable(): void {
    const { track } = this.queue;
    if (track !== undefined) this.report(track, this.queue.obstacleTo(track.songId) ?? "not-on-device");
  }

  /** Clears the current song (specification 6.3). The queue stays, for another attempt. */
  giveUp(): void {
    this.close();
    this.store.change({ status: "failed", index: -1, track: null, position: 0, duration: 0 });
  }

  /** Stops and releases all media elements. */
  close(): void {
    this.#cancelPending();
    this.#crossfade.cancel();
    this.#players.close();
  }

  #handleEvent(player: TrackPlayer, event: TrackEvent): void {
    if (event.kind === "playing") this.#onPlaying(player);
    else if (event.kind === "waiting") this.#onWaiting();
    else if (event.kind === "ended") this.#onEnded();
    else if (event.kind === "interrupted") this.halt("paused");
    else if (event.kind === "length-known") this.store.change({ duration: player.duration() });
    else if (event.kind === "failed") this.#end.fail(player, event.reason);
    else if (event.kind === "no-output") this.#onNoOutput(player.position());
    else if (event.kind === "offline") this.#network.begin(player.position(), this.store.isWanted);
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

  /** Keeps song and position: any other song would fail as well. */
  #onNoOutput(position: number): void {
    this.close();
    this.showPaused(position);
    this.#deps.onNoOutput();
  }

  #onWaiting(): void {
    this.#cancelPending();
    this.#network.showStall();
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
    this.#network.cancelStall();
    this.#ticker.stop();
    this.#end.cancel();
  }

  #tick(): number {
    const position = this.current?.position() ?? 0;
    this.store.position.set(position);
    if (position - this.#heardFrom >= heardSeconds) this.queue.clearFailures();
    const { duration, speed, crossfade } = this.store.now;
    const left = (duration - position) / speed;
    if (left <= readyBefore + crossfade) this.#makeNextReady();
    this.#crossfade.plan(left);
    return position;
  }

  #makeNextReady(): void {
    const after = this.queue.atEnd();
    if (after.kind !== "advance") return;
    const track = currentEntry(after.step.queue);
    if (track !== undefined) this.#players.prepare(track);
  }
}
