/** One open file of sound, as the engine drives it. `howl.ts` makes it from Howler, tests make it from nothing. */

/** Why a sound stopped being one, as the media element tells it. */
export type SoundFault = "network" | "decode" | "source";

/** None of these is called before `openSound` has returned, nor after `unload`. */
export interface SoundEvents {
  /** It sounds, also after a wait for bytes. */
  playing(): void;
  /** It should sound and has no bytes. */
  waiting(): void;
  /** The system paused it: a call, unplugged headphones, another app that took the sound. */
  interrupted(): void;
  ended(): void;
  /** The browser refuses to start without a gesture. Once per attempt. */
  blocked(): void;
  failed(fault: SoundFault): void;
  /** The file's length became known or was corrected. */
  lengthKnown(): void;
}

export interface Sound {
  /** Starts as soon as there are enough bytes; says so with `playing`. */
  play(): void;
  pause(): void;
  /** Seconds; kept for the start if the file is not open yet. */
  seek(seconds: number): void;
  /** Seconds. */
  position(): number;
  /** Seconds; NaN while unknown, Infinity if the file does not say. */
  duration(): number;
  /** Gives back the media element and its memory. Must be called, once. */
  unload(): void;
}

export type OpenSound = (url: string, position: number, on: SoundEvents) => Sound;

/** What all sounds share. */
export interface SoundOutput {
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
}

/** Timers, so that tests own the time. */
export interface Clock {
  /** Calls once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
}

/** What the engine is built on; real in a browser, played by tests elsewhere. */
export interface SoundParts {
  readonly openSound: OpenSound;
  readonly output: SoundOutput;
  readonly clock: Clock;
}
