/** What the engine must be given by the page that uses it. */
import type { StoredFile } from "../../contract/worker-messages.ts";
import type { FailureReason, Track } from "./player-state.ts";

/** What the engine asks of the page. Songs are named by id, never by address. */
export interface EngineContext {
  /** Where the audio is now. A plain string keeps the gesture that Safari wants for the first sound. */
  source(songId: string): string | Promise<string>;
  /** Full address of a cover: the system does not know where the API is. */
  coverUrl(songImage: string): string;
  /** An address made anew, for when the known one stopped working (specification 17.13); null when the song is gone. */
  freshSource(songId: string): Promise<string | null>;
  /** False when there is no network and the audio is not on the device (specification 6.15). */
  canPlay(songId: string): boolean;
  /** Looks at the device's copy of a song that did not play; a damaged one is dropped by then (specification 17.51). */
  checkFile(songId: string): Promise<StoredFile>;
  /** Calls at every change of whether the network is there. */
  onNetwork(listener: () => void): void;
  /** No bytes come: whether the network is there should be found out now. */
  doubtNetwork(): void;
  readonly initialVolume: number;
  onVolume(volume: number): void;
  /** A track could not be played; the engine goes on by itself. */
  onFailed(track: Track, reason: FailureReason): void;
  /** Too many tracks in a row failed: the engine does not go on. */
  onGivenUp(): void;
}
