/** The dependencies that the page injects into the engine. */
import type { StoredFile } from "../../contract/worker-messages.ts";
import type { FailureReason, SoundSettings, Track } from "./player-state.ts";

/** Identifies songs by id, never by URL. */
export interface EngineContext {
  /** Current URL of the audio. A synchronous result keeps the user gesture that Safari requires for the first sound. */
  source(songId: string): string | Promise<string>;
  /** Absolute URL of a cover, for the system's media controls. */
  coverUrl(songImage: string): string;
  /** The cover's copy on the device while there is no network; null if there is none, or no need of it. */
  coverOnDevice(songImage: string): Promise<Blob | null>;
  /** Fetches a new URL after the current one failed (specification 17.13); null if the song is gone. */
  freshSource(songId: string): Promise<string | null>;
  /** False if there is no network and the audio is not on the device (specification 6.15). */
  canPlay(songId: string): boolean;
  /** False if this browser cannot play such a file (specification 6.35). */
  supports(songId: string): boolean;
  /** Verifies the device's copy of a song that failed to play, and drops a damaged one (specification 17.51). */
  checkFile(songId: string): Promise<StoredFile>;
  /** Subscribes to changes of the network state. */
  onNetwork(listener: () => void): void;
  /** Requests a probe of the network, because no bytes arrive. */
  checkNetwork(): void;
  readonly initialVolume: number;
  onVolume(volume: number): void;
  readonly initialSound: SoundSettings;
  onSound(settings: SoundSettings): void;
  /** Called when a track cannot be played; the engine skips it. */
  onFailed(track: Track, reason: FailureReason): void;
  /** Called when too many consecutive tracks have failed; the engine stops. */
  onGivenUp(): void;
  /** Called when the device has no sound output; the engine keeps song and position. */
  onNoOutput(): void;
  /** The track with its present title, artist, album and cover; the same object while they are the same. */
  describe(track: Track): Track;
  /** Subscribes to changes of what `describe` returns. Returns the function that ends it. */
  onDescribed(listener: () => void): () => void;
}
