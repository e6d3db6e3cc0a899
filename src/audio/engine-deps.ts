/** What the engine must be given by the page that uses it. */
import type { FailureReason, Track } from "./player-state.ts";

/** What the engine asks of the page. Songs are named by id, never by address. */
export interface EngineDeps {
  /** Where the audio is now. A plain string keeps the gesture that Safari wants for the first sound. */
  source(songId: string): string | Promise<string>;
  /** An address made anew, for when the known one stopped working (specification 17.13). */
  freshSource(songId: string): Promise<string>;
  /** False when there is no network and the audio is not on the device (specification 6.15). */
  canPlay(songId: string): boolean;
  readonly initialVolume: number;
  onVolume(volume: number): void;
  /** A track could not be played; the engine goes on by itself. */
  onFailed(track: Track, reason: FailureReason): void;
}
