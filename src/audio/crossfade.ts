/**
 * Lets one track fade into the next (specification 6.32). Its steps follow the position of the incoming track: where that
 * stalls the fade waits, and where timers are slow, as in a hidden page, its steps are only coarser.
 */
import { currentEntry, type Step } from "./queue.ts";
import type { PlayQueue } from "./play-queue.ts";
import type { PlayerStore } from "./player-store.ts";
import type { Track } from "./player-state.ts";
import type { SoundParts } from "./sound-interface.ts";
import type { TrackPlayer } from "./track-player.ts";
import type { TrackPlayers } from "./track-players.ts";

/** A shorter rest of a track just ends; seconds. */
const shortest = 0.5;
/** The next tick of the position comes within this time, or within this time of the song where that is slower; seconds. */
const tickSeconds = 1.2;
const stepMs = 50;

interface Playback {
  readonly store: PlayerStore;
  readonly queue: PlayQueue;
  /** False while the user holds the slider. */
  readonly mayAdvance: boolean;
  /** The next track sounds, and is the current one from now on. */
  advanceTo(step: Step<Track>, player: TrackPlayer): void;
}

export class Crossfade {
  readonly #playback: Playback;
  readonly #players: TrackPlayers;
  readonly #parts: SoundParts;
  #cancelTimer: () => void = () => {};

  constructor(playback: Playback, players: TrackPlayers, parts: SoundParts) {
    this.#playback = playback;
    this.#players = players;
    this.#parts = parts;
  }

  /** Call at each tick of the position. @param left seconds by the clock until the current track ends */
  plan(left: number): void {
    if (this.#players.isFading) return;
    this.#cancelTimer();
    const step = this.#next();
    const seconds = step === null ? 0 : this.#lengthTo(currentEntry(step.queue));
    const tick = tickSeconds / Math.min(1, this.#playback.store.now.speed);
    if (seconds < shortest || left < shortest || left - seconds > tick) return;
    this.#cancelTimer = this.#parts.clock.after(Math.max(0, left - seconds) * 1_000, () => this.#begin());
  }

  /** Ends a fade at once: the new track at its full level, the old one silent. */
  finish(): void {
    this.#cancelTimer();
    this.#players.endFade();
  }

  /** The current track goes on by itself. */
  cancel(): void {
    this.finish();
    this.#players.holdAhead();
  }

  /** The step that a fade would take; null where the track must end, or nothing else can follow. */
  #next(): Step<Track> | null {
    const { store, queue, mayAdvance } = this.#playback;
    const { crossfade, sleep, status } = store.now;
    if (crossfade === 0 || sleep === "end" || status !== "playing" || !mayAdvance) return null;
    if (!this.#parts.output.controlsVolume()) return null;
    const after = queue.atEnd();
    return after.kind === "advance" ? after.step : null;
  }

  /** Seconds by the clock: at most half of either track. */
  #lengthTo(next: Track | undefined): number {
    const { crossfade, duration, speed } = this.#playback.store.now;
    return Math.min(crossfade, duration / 2 / speed, (next?.duration || Infinity) / 2 / speed);
  }

  #begin(): void {
    const step = this.#next();
    const track = step && currentEntry(step.queue);
    if (track) this.#players.startAhead(track, () => this.#handOver(track));
  }

  #handOver(track: Track): void {
    const step = this.#next();
    if (step === null || currentEntry(step.queue) !== track) return this.#players.holdAhead();
    const { speed, duration } = this.#playback.store.now;
    const left = (duration - (this.#players.current?.position() ?? duration)) / speed;
    const seconds = Math.min(this.#lengthTo(track), Math.max(left, shortest));
    const player = this.#players.promote(track);
    if (player === null) return;
    this.#playback.advanceTo(step, player);
    this.#fade(player, player.position(), 0, seconds);
  }

  /**
   * At equal power, so that two different songs together are as loud as one.
   * @param from the position at the step before
   * @param done the part of the fade until then: the speed may change in the middle of it
   */
  #fade(player: TrackPlayer, from: number, done: number, seconds: number): void {
    const position = player.position();
    const share = done + (position - from) / this.#playback.store.now.speed / seconds;
    if (share >= 1) return this.finish();
    const angle = (Math.max(share, 0) * Math.PI) / 2;
    this.#players.setShares(Math.cos(angle), Math.sin(angle));
    this.#cancelTimer = this.#parts.clock.after(stepMs, () => this.#fade(player, position, share, seconds));
  }
}
