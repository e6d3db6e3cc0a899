/**
 * One track that plays or is kept ready: asks for its address, opens the sound, and opens it once more at its position
 * with a fresh address when it fails, since signatures run out and connections break (specification 6.16, 17.13).
 */
import type { EngineContext } from "./engine-context.ts";
import type { FailureReason, Track } from "./player-state.ts";
import type { Sound, SoundEvents, SoundFault, SoundParts } from "./sound-interface.ts";

/** Without a byte for this long a track counts as unreachable. */
export const stallMs = 30_000;
/** Without a byte for this long the network is asked whether it is there: the reason is to be known soon. */
export const doubtMs = 1_000;
/** Before the same address is asked a second time. */
export const retryMs = 1_000;
/** Seconds that must have been heard since the last reopening for another one. */
const heardBetweenRetries = 5;

export type TrackEvent =
  | { readonly kind: "playing" | "waiting" | "interrupted" | "ended" | "blocked" | "length-known" }
  /** The network is away and the song is not on the device: no failure of the song. */
  | { readonly kind: "offline" }
  | { readonly kind: "failed"; readonly reason: FailureReason };

const reasons: Record<SoundFault, FailureReason> = {
  network: "unreachable",
  decode: "broken",
  source: "refused",
};

export class TrackPlayer {
  readonly track: Track;
  readonly #deps: EngineContext;
  readonly #parts: SoundParts;
  /** Never called before the constructor has returned, nor after `close`. */
  readonly #tell: (event: TrackEvent) => void;
  #sound: Sound | null = null;
  #url = "";
  #wanted = false;
  #closed = false;
  /** Whether this address ever sounded. */
  #sounded = false;
  /** Seconds, while there is no sound to ask. */
  #position: number;
  #reopenedAt: number | null = null;
  #cancelTimer: () => void = () => {};

  constructor(
    track: Track,
    position: number,
    deps: EngineContext,
    parts: SoundParts,
    tell: (event: TrackEvent) => void,
  ) {
    this.track = track;
    this.#position = position;
    this.#deps = deps;
    this.#parts = parts;
    this.#tell = tell;
    this.#openFirst();
  }

  play(): void {
    this.#wanted = true;
    if (this.#sound === null) return;
    this.#watch();
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
    this.#sound?.seek(seconds);
  }

  /** Seconds. */
  position(): number {
    return this.#sound?.position() ?? this.#position;
  }

  /** Seconds: the file's own length where it tells, else the server's. */
  duration(): number {
    const own = this.#sound?.duration() ?? Number.NaN;
    return Number.isFinite(own) && own > 0 ? own : this.track.duration;
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** At once if the address is known: Safari counts a gesture only until the next wait. */
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
    this.#sound = this.#parts.openSound(url, this.#position, this.#events());
    if (this.#wanted) this.play();
  }

  #events(): SoundEvents {
    return {
      playing: () => {
        this.#sounded = true;
        this.#wanted = true;
        this.#cancelTimer();
        this.#tell({ kind: "playing" });
      },
      waiting: () => {
        this.#watch();
        this.#tell({ kind: "waiting" });
      },
      interrupted: () => this.#rest("interrupted"),
      ended: () => this.#rest("ended"),
      blocked: () => this.#rest("blocked"),
      failed: (fault) => void this.#recover(fault),
      lengthKnown: () => this.#tell({ kind: "length-known" }),
    };
  }

  #rest(kind: "interrupted" | "ended" | "blocked"): void {
    this.#wanted = false;
    this.#cancelTimer();
    this.#tell({ kind });
  }

  #watch(): void {
    this.#cancelTimer();
    const { clock } = this.#parts;
    const ends = [clock.after(doubtMs, () => this.#doubt()), clock.after(stallMs, () => void this.#recover("network"))];
    this.#cancelTimer = () => ends.forEach((end) => end());
  }

  #doubt(): void {
    if (this.#deps.canPlay(this.track.songId)) this.#deps.doubtNetwork();
    // Known already: what was buffered is played.
    else void this.#recover("network");
  }

  async #recover(fault: SoundFault): Promise<void> {
    const { songId } = this.track;
    // What never sounded and cannot be decoded is broken: asking the same address again would change nothing.
    const isBroken = fault === "decode" && !this.#sounded;
    this.#drop();
    if (!this.#deps.canPlay(songId)) return this.#tellOffline();
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
    if (!this.#deps.canPlay(songId)) this.#tellOffline();
    else if (url === null) this.#giveUp("gone");
    else if (isRepeated || url === undefined || (url === this.#url && isBroken)) this.#giveUp(reasons[fault]);
    else if (url === this.#url) this.#openSoon(url);
    else this.#open(url);
  }

  /** Asked also where nothing is opened again: the answer tells a song that is gone, or a network that is. */
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

  #tellOffline(): void {
    this.#tell({ kind: "offline" });
  }

  #giveUp(reason: FailureReason): void {
    if (!this.#closed) this.#tell({ kind: "failed", reason });
  }

  /** Unloads the sound and keeps its place. */
  #drop(): void {
    this.#cancelTimer();
    if (this.#sound === null) return;
    this.#position = this.#sound.position();
    this.#sound.unload();
    this.#sound = null;
  }
}
