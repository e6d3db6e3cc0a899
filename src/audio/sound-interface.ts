/** The interface of one open audio file. `howl.ts` implements it with Howler, tests with fakes. */

import type { Loudness } from "../../contract/rules/loudness.ts";
import type { Random } from "./queue-edits.ts";

/** Why a sound failed, as the media element reports it; `output`: the device cannot sound at all. */
export type SoundFault = "network" | "decode" | "source" | "output";

/** Never called before `openSound` has returned or after `unload`. */
export interface SoundEvents {
  /** Sound starts, also after a stall. */
  playing(): void;
  /** Playback stalls for lack of bytes. */
  waiting(): void;
  /** The system paused it: a call, unplugged headphones, another app. */
  interrupted(): void;
  ended(): void;
  /** The browser refuses to start without a user gesture. Once per attempt. */
  blocked(): void;
  failed(fault: SoundFault): void;
  /** The duration is known or has changed. */
  lengthKnown(): void;
}

export interface Sound {
  /** Starts as soon as enough bytes have arrived; emits `playing`. */
  play(): void;
  pause(): void;
  /** Seconds; becomes the start position if the file is not open yet. */
  seek(seconds: number): void;
  /** 0 to 1: its part in a crossfade. */
  setShare(share: number): void;
  /** Seconds. */
  position(): number;
  /** Seconds; NaN while unknown, Infinity if the file does not contain it. */
  duration(): number;
  /** Releases the media element. Call exactly once. */
  unload(): void;
}

export type OpenSound = (url: string, position: number, on: SoundEvents, loudness: Loudness) => Sound;

/** Volume, muting and speed of all sounds. */
export interface SoundOutput {
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  /** 1 is the song's own speed; the pitch stays. */
  setSpeed(speed: number): void;
  /** A factor on the volume, from 0 to 1, which nobody sees. */
  setFade(factor: number): void;
  /** Whether all songs sound equally loud. */
  setEvenLoudness(isEven: boolean): void;
  /** False where the device alone sets the volume, as an iPhone does. */
  controlsVolume(): boolean;
}

/** Timers, injected so that tests control time. */
export interface Clock {
  /** Runs once after `ms`; returns a cancel function. */
  after(ms: number, run: () => void): () => void;
}

/** What the engine is built on; tests inject fakes. */
export interface SoundParts {
  readonly openSound: OpenSound;
  readonly output: SoundOutput;
  readonly clock: Clock;
  readonly random: Random;
}
