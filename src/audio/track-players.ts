/**
 * The players of the queue: the current track's, the next one's, opened ahead, and in a crossfade the last one's, which
 * fades out. At most two are open, as there are two media elements.
 */
import type { Track } from "./player-state.ts";
import { PreloadedTrack } from "./preloaded-track.ts";
import type { TrackEvent, TrackPlayer } from "./track-player.ts";

export class TrackPlayers {
  readonly #create: (track: Track, position: number, emit: (event: TrackEvent) => void) => TrackPlayer;
  readonly #onEvent: (player: TrackPlayer, event: TrackEvent) => void;
  readonly #preloaded = new PreloadedTrack();
  #current: TrackPlayer | null = null;

  /** @param onEvent is called for the current track only */
  constructor(
    create: (track: Track, position: number, emit: (event: TrackEvent) => void) => TrackPlayer,
    onEvent: (player: TrackPlayer, event: TrackEvent) => void,
  ) {
    this.#create = create;
    this.#onEvent = onEvent;
  }

  get current(): TrackPlayer | null {
    return this.#current;
  }

  /** Makes a track the current one, with the player that was opened ahead if it is of this track. */
  replace(track: Track, position: number, play: boolean): TrackPlayer {
    const previous = this.#current;
    const preloaded = this.#preloaded.take(track);
    // A preloaded track starts before the previous one closes; any other reuses the previous one's media element.
    if (preloaded !== null && play) preloaded.play();
    previous?.close();
    const player = preloaded ?? this.#open(track, position);
    this.#current = player;
    if (preloaded === null && play) player.play();
    return player;
  }

  /** Opens the next track ahead. */
  prepare(track: Track): void {
    this.#preloaded.prepare(track, () => this.#open(track, 0));
  }

  close(): void {
    this.#preloaded.close();
    this.#current?.close();
    this.#current = null;
  }

  #open(track: Track, position: number): TrackPlayer {
    const player: TrackPlayer = this.#create(track, position, (event) => {
      if (player === this.#current) this.#onEvent(player, event);
      // Without a sound it cannot be played at its turn either: it is opened anew.
      else if (event.kind === "failed" || event.kind === "offline") this.#preloaded.drop(player);
    });
    return player;
  }
}
