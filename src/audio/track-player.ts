/**
 * Plays or preloads one track. When its sound fails, reopens it once at its position with a fresh URL, because signatures
 * expire and connections break (specification 6.16, 17.13).
 */
import type { EngineContext } from "./engine-context.ts";
import type { FailureReason, Track } from "./player-state.ts";
import type { Sound, SoundEvents, SoundFault, SoundParts } from "./sound-interface.ts";

/** A stall this long makes a track unreachable; milliseconds. */
const stallMs = 30_000;
/** A stall this long triggers a probe of the network, to learn the reason soon; milliseconds. */
const doubtMs = 1_000;
/** Delay before the same URL is opened again; milliseconds. */
const retryMs = 1_000;
/** Seconds that must have played since the last reopening to allow another. */
const heardBetweenRetries = 5;

export type TrackEvent =
  | { readonly kind: "playing" | "waiting" | "interrupted" | "ended" | "blocked" | "no-output" | "length-known" }
  /** There is no network and the song is not on the device: not a failure of the song. */
  | { readonly kind: "offline" }
  | { readonly kind: "failed"; readonly reason: FailureReason };

/** The faults of a song or its connection. */
type SongFault = Exclude<SoundFault, "output">;

const reasons: Record<SongFault, FailureReason> = {
  network: "unreachable",
  decode: "broken",
  source: "refused",
};

export class TrackPlayer {
  readonly track: Track;
  readonly #deps: EngineContext;
  readonly #parts: SoundParts;
  /** Never called before the constructor has returned or after `close`. */
  readonly #emit: (event: TrackEvent) => void;
  #sound: Sound | null = null;
  #url = "";
  #wanted = false;
  #closed = false;
  /** Whether this URL has ever played. */
  #sounded = false;
  /** Whether any of it was heard. */
  hasSounded = false;
  /** Position in seconds while no sound is open. */
  #position: number;
  /** Its part in a crossfade. */
  #share = 1;
  /** Where it was last reopened; null also after a seek, when the position tells no more what was heard since. */
  #reopenedAt: number | null = null;
  #cancelTimer: () => void = () => {};

  constructor(
    track: Track,
    position: number,
    deps: EngineContext,
    parts: SoundParts,
    emit: (event: TrackEvent) => void,
  ) {
    this.track = track;
    this.#position = position;
    this.#deps = deps;
    this.#parts = parts;
    this.#emit = emit;
    this.#openFirst();
  }

  play(): void {
    this.#wanted = true;
    if (this.#sound === null) return;
    this.#watchStall();
    this.#sound.play();
  }

  pause(): void {
    this.#wanted = false;
    if (this.#sound === null) return;
    this.#cancelTimer();
    this.#sound.pause();
  }

  seek(seconds: number): void {
    this.#position = seconds;
    this.#reopenedAt = null;
    this.#sound?.seek(seconds);
  }

  /** 0 to 1: its part in a crossfade. */
  setShare(share: number): void {
    this.#share = share;
    this.#sound?.setShare(share);
  }

  /** Seconds. */
  position(): number {
    return this.#sound?.position() ?? this.#position;
  }

  /** Seconds: the file's own duration if known, else the server's. */
  duration(): number {
    const own = this.#sound?.duration() ?? Number.NaN;
    return Number.isFinite(own) && own > 0 ? own : this.track.duration;
  }

  close(): void {
    this.#closed = true;
    this.#unload();
  }

  /** Opens synchronously if the URL is known: in Safari a user gesture ends at the first await. */
  #openFirst(): void {
    const { songId } = this.track;
    try {
      const source = this.#deps.source(songId);
      if (typeof source === "string") this.#open(source);
      else void this.#openLater(source);
    } catch (error) {
      void this.#openLater(Promise.reject(error));
    }
  }

  async #openLater(source: Promise<string>): Promise<void> {
    try {
      const url = await source;
      if (!this.#closed) this.#open(url);
    } catch (error) {
      console.info("no address for the audio", error);
      this.#giveUp("unreachable");
    }
  }

  #open(url: string): void {
    this.#url = url;
    this.#sounded = false;
    this.#sound = this.#parts.openSound(url, this.#position, this.#events(), this.track);
    this.#sound.setShare(this.#share);
    if (this.#wanted) this.play();
  }

  #events(): SoundEvents {
    return {
      playing: () => {
        this.#sounded = true;
        this.hasSounded = true;
        this.#wanted = true;
        this.#cancelTimer();
        this.#emit({ kind: "playing" });
      },
      waiting: () => {
        this.#watchStall();
        this.#emit({ kind: "waiting" });
      },
      interrupted: () => this.#stopped("interrupted"),
      ended: () => this.#stopped("ended"),
      blocked: () => this.#stopped("blocked"),
      failed: (fault) => (fault === "output" ? this.#stopped("no-output") : void this.#recover(fault)),
      lengthKnown: () => this.#emit({ kind: "length-known" }),
    };
  }

  #stopped(kind: "interrupted" | "ended" | "blocked" | "no-output"): void {
    this.#wanted = false;
    this.#cancelTimer();
    this.#emit({ kind });
  }

  #watchStall(): void {
    this.#cancelTimer();
    const { clock } = this.#parts;
    const ends = [
      clock.after(doubtMs, () => this.#checkNetwork()),
      clock.after(stallMs, () => void this.#recover("network")),
    ];
    this.#cancelTimer = () => ends.forEach((end) => end());
  }

  #checkNetwork(): void {
    if (this.#deps.canPlay(this.track.songId)) this.#deps.checkNetwork();
    // Already offline, and the buffer has run out.
    else void this.#recover("network");
  }

  async #recover(fault: SongFault): Promise<void> {
    const { songId } = this.track;
    // A sound that never played and cannot be decoded is broken: retrying the same URL is pointless.
    const isBroken = fault === "decode" && !this.#sounded;
    this.#unload();
    if (!this.#deps.canPlay(songId)) return this.#emitOffline();
    if (this.#wanted) this.#emit({ kind: "waiting" });
    const file = await this.#deps.checkFile(songId);
    if (this.#closed) return;
    if (file === "dropped") {
      if (this.#deps.canPlay(songId)) this.#open(this.#url);
      else this.#giveUp("not-on-device");
      return;
    }
    const isRepeated = this.#reopenedAt !== null && this.#position < this.#reopenedAt + heardBetweenRetries;
    if (!isRepeated) this.#reopenedAt = this.#position;
    if (file === "whole") {
      if (isRepeated || isBroken) this.#giveUp("broken");
      else this.#openSoon(this.#url);
      return;
    }
    const url = await this.#freshUrl();
    if (this.#closed) return;
    if (!this.#deps.canPlay(songId)) this.#emitOffline();
    else if (url === null) this.#giveUp("gone");
    else if (isRepeated || url === undefined || (url === this.#url && isBroken)) this.#giveUp(reasons[fault]);
    else if (url === this.#url) this.#openSoon(url);
    else this.#open(url);
  }

  /** Also called when nothing is reopened: the result tells whether the song or the network is gone. */
  async #freshUrl(): Promise<string | null | undefined> {
    try {
      return await this.#deps.freshSource(this.track.songId);
    } catch (error) {
      console.info("no fresh address for the audio", error);
      return undefined;
    }
  }

  #openSoon(url: string): void {
    this.#cancelTimer = this.#parts.clock.after(retryMs, () => this.#open(url));
  }

  #emitOffline(): void {
    this.#emit({ kind: "offline" });
  }

  #giveUp(reason: FailureReason): void {
    if (!this.#closed) this.#emit({ kind: "failed", reason });
  }

  /** Unloads the sound and keeps its position. */
  #unload(): void {
    this.#cancelTimer();
    if (this.#sound === null) return;
    this.#position = this.#sound.position();
    this.#sound.unload();
    this.#sound = null;
  }
}
