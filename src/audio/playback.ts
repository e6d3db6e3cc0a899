/**
 * Playback: lets one deck play, hears what becomes of it, and goes on by itself at an end or a failure. It owns queue,
 * index and position, by song id and never by address; media elements are the matter of the decks.
 */
import type { Step } from "../../contract/rules/queue.ts";
import type { EngineContext } from "./engine-context.ts";
import { PlayQueue } from "./play-queue.ts";
import type { TrackPlayer, TrackEvent } from "./track-player.ts";
import { GaplessPlayer } from "./gapless-player.ts";
import { PlayerStore } from "./player-store.ts";
import type { FailureReason, Track } from "./player-state.ts";
import { createPositionTicker, type PositionTicker } from "./position-ticker.ts";
import type { SoundParts } from "./sound-interface.ts";

/** Seconds before the end of a track at which the next one is made ready. */
export const readyBefore = 20;
/** A wait for bytes shorter than this is not shown. */
export const waitShownMs = 300;

export class Playback {
  readonly record: PlayerStore;
  readonly course: PlayQueue;
  readonly #deps: EngineContext;
  readonly #clock: SoundParts["clock"];
  readonly #decks: GaplessPlayer;
  readonly #ticker: PositionTicker;
  /** The track reached its end and nothing has followed yet: the slider is held, or it waits to start again. */
  #ended = false;
  #held = false;
  /** The showing of a wait, or the new start of a single track. */
  #cancelTimer: () => void = () => {};

  constructor(deps: EngineContext, parts: SoundParts, record: PlayerStore) {
    this.#deps = deps;
    this.#clock = parts.clock;
    this.record = record;
    this.course = new PlayQueue((songId) => deps.canPlay(songId));
    this.#decks = new GaplessPlayer(deps, parts, (deck, event) => this.#hear(deck, event));
    this.#ticker = createPositionTicker(parts.clock, () => this.#tick());
    deps.onNetwork(() => this.#networkChanged());
  }

  /** What plays, waits or is paused; null before the first start and after a failure. */
  get deck(): TrackPlayer | null {
    return this.#decks.playing;
  }

  /** Starts where the queue stands. */
  enter(): void {
    this.course.forgive();
    this.start({ index: this.course.index, skipped: [] }, this.record.position.get());
  }

  /** What cannot play now waits for the network. */
  start(step: Step, position: number, play = true): void {
    this.#settle();
    const track = this.course.moveTo(step.index);
    if (track === undefined) return;
    const { index } = this.course;
    if (!this.#deps.canPlay(track.songId)) {
      this.record.change({ index, track, duration: track.duration });
      return this.#awaitNetwork(position, play);
    }
    const deck = this.#decks.start(index, track, position, play);
    const status = play ? "loading" : "paused";
    this.record.change({ index, track, status, position, duration: deck.duration() });
    this.record.keepNotOnDevice((songId) => !this.#deps.canPlay(songId));
    this.record.passOver(this.course.notOnDevice(step.skipped), "not-on-device");
  }

  /** A deck that is paused or was refused goes on; one that ended begins anew. */
  goOn(deck: TrackPlayer): void {
    this.#rewindEnded();
    this.record.change({ status: "loading" });
    deck.play();
  }

  rest(status: "paused" | "blocked"): void {
    this.#rewindEnded();
    this.#settle();
    const position = this.deck?.position() ?? this.record.position.get();
    this.record.change({ status, position });
  }

  /** A seek takes back an end that nothing has followed yet. */
  seek(position: number): void {
    this.deck?.seek(position);
    if (this.#ended) {
      this.#settle();
      if (this.record.isWanted) this.deck?.play();
    }
    // While held only the position tells, or each pixel would render whatever shows the state.
    if (this.#held) this.record.position.set(position);
    else this.record.change({ position });
  }

  /** Until `release` an end is not followed: the listener may still go back. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.record.change({});
    if (this.#ended && this.record.isWanted) this.#followEnd();
  }

  /** The network came or went: what waits for it goes on, what gets no bytes waits for it. */
  #networkChanged(): void {
    this.record.keepNotOnDevice((songId) => !this.#deps.canPlay(songId));
    const { track, status, awaitsNetwork, index } = this.record.now;
    if (track === null || status !== "loading") return;
    const isPlayable = this.#deps.canPlay(track.songId);
    const position = this.deck?.position() ?? this.record.position.get();
    if (awaitsNetwork && isPlayable) this.start({ index, skipped: [] }, position);
    else if (!awaitsNetwork && !isPlayable) this.#awaitNetwork(position, true);
  }

  /** The song and its place stay. Not asked for, it stays silent when the network is back. */
  #awaitNetwork(position: number, isWanted: boolean): void {
    this.close();
    if (isWanted) this.record.change({ status: "loading", awaitsNetwork: true, position });
    else this.record.change({ status: "paused", position });
  }

  /** Nothing in the queue is at hand now. What plays goes on, what is paused stays where it is. */
  reportNothing(): void {
    const { track } = this.course;
    if (track !== undefined) this.report(track, "not-on-device");
  }

  /** There is no current song any more (specification 6.3); the queue stays, to be tried again. */
  giveUp(): void {
    this.close();
    this.record.change({ status: "failed", index: -1, track: null, position: 0, duration: 0 });
  }

  /** Silence, and all media elements given back. */
  close(): void {
    this.#settle();
    this.#decks.close();
  }

  #hear(deck: TrackPlayer, event: TrackEvent): void {
    if (event.kind === "playing") this.#sounds(deck);
    else if (event.kind === "waiting") this.#waits();
    else if (event.kind === "ended") this.#reachedEnd();
    else if (event.kind === "interrupted") this.rest("paused");
    else if (event.kind === "length-known") this.record.change({ duration: deck.duration() });
    else if (event.kind === "failed") this.#fail(deck, event.reason);
    else if (event.kind === "offline") this.#awaitNetwork(deck.position(), this.record.isWanted);
    else {
      console.info("playback prevented");
      this.rest("blocked");
    }
  }

  #sounds(deck: TrackPlayer): void {
    this.#settle();
    this.course.forgive();
    const position = deck.position();
    this.record.change({ status: "playing", position, duration: deck.duration() });
    this.record.clearProblem(deck.track.songId);
    this.#ticker.start();
  }

  #waits(): void {
    this.#settle();
    this.#cancelTimer = this.#clock.after(waitShownMs, () => {
      this.record.change({ status: "loading" });
    });
  }

  #reachedEnd(): void {
    this.#settle();
    this.#ended = true;
    this.record.position.set(this.record.now.duration);
    if (!this.#held && this.record.isWanted) this.#followEnd();
  }

  #followEnd(): void {
    this.#cancelTimer();
    const after = this.course.atEnd();
    if (after.kind === "advance") this.start(after.step, 0);
    else if (after.kind === "none") this.start({ index: this.course.following, skipped: [] }, 0);
    else this.#cancelTimer = this.#clock.after(after.afterMs, () => this.#startAgain());
  }

  #startAgain(): void {
    this.#rewindEnded();
    this.deck?.play();
  }

  #rewindEnded(): void {
    if (!this.#ended) return;
    this.#settle();
    this.deck?.seek(0);
    this.record.change({ position: 0 });
  }

  #fail(deck: TrackPlayer, reason: FailureReason): void {
    const play = this.record.isWanted;
    this.report(deck.track, reason);
    // Whoever was told may have chosen something else.
    if (deck !== this.deck) return;
    const isFault = reason !== "not-on-device";
    const step = isFault ? this.course.afterFailure(deck.track.songId) : this.course.forward();
    if (step !== null) return this.start(step, 0, play);
    const { hasFailedOften } = this.course;
    this.giveUp();
    if (hasFailedOften) this.#deps.onGivenUp();
  }

  /** A track that could not be played, for its row and for whoever tells it. */
  report(track: Track, reason: FailureReason): void {
    this.record.report(track.songId, reason);
    this.#deps.onFailed(track, reason);
  }

  /** Nothing happens by itself any more. */
  #settle(): void {
    this.#cancelTimer();
    this.#ticker.stop();
    this.#ended = false;
  }

  #tick(): number {
    const position = this.deck?.position() ?? 0;
    this.record.position.set(position);
    if (this.record.now.duration - position <= readyBefore) this.#makeNextReady();
    return position;
  }

  #makeNextReady(): void {
    const after = this.course.atEnd();
    if (after.kind !== "advance") return;
    const track = this.course.trackAt(after.step.index);
    if (track !== undefined) this.#decks.makeReady(after.step.index, track);
  }
}
