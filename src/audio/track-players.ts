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
  /** The last track's, while it fades out. */
  #outgoing: TrackPlayer | null = null;
  /** The next track's, once it is to fade in; `onSound` is called when it sounds. */
  #incoming: { player: TrackPlayer; onSound: () => void } | null = null;

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

  get isFading(): boolean {
    return this.#outgoing !== null;
  }

  /** Makes a track the current one, with the player that was opened ahead if it is of this track. */
  replace(track: Track, position: number, play: boolean): TrackPlayer {
    const previous = this.#current;
    const preloaded = this.#preloaded.take(track);
    this.#incoming = null;
    preloaded?.setShare(1);
    // A preloaded track starts before the previous one closes; any other reuses the previous one's media element.
    if (preloaded !== null && play) preloaded.play();
    previous?.close();
    const player = preloaded ?? this.#open(track, position);
    this.#current = player;
    if (preloaded === null && play) player.play();
    return player;
  }

  /** Opens the next track ahead; not while another one fades out, which has the second media element. */
  prepare(track: Track): void {
    if (this.#outgoing !== null) return;
    if (this.#incoming?.player.track !== track) this.#incoming = null;
    this.#preloaded.prepare(track, () => this.#open(track, 0));
  }

  /** Starts the track that was opened ahead, silent. @param onSound is called once it sounds */
  startAhead(track: Track, onSound: () => void): void {
    const player = this.#preloaded.peek(track);
    if (player === null || this.#incoming !== null) return;
    this.#incoming = { player, onSound };
    player.setShare(0);
    player.play();
  }

  /** Makes the track that was started ahead the current one; the one before plays on. */
  promote(track: Track): TrackPlayer | null {
    const player = this.#preloaded.take(track);
    this.#incoming = null;
    if (player === null) return null;
    this.#outgoing = this.#current;
    this.#current = player;
    return player;
  }

  /** Sets the parts of both tracks of a crossfade. */
  setShares(outgoing: number, current: number): void {
    this.#outgoing?.setShare(outgoing);
    this.#current?.setShare(current);
  }

  /** Returns a track that was started ahead to its beginning. */
  holdAhead(): void {
    const player = this.#incoming?.player;
    this.#incoming = null;
    player?.pause();
    player?.seek(0);
    player?.setShare(1);
  }

  /** Ends a crossfade at once. */
  endFade(): void {
    this.#outgoing?.close();
    this.#outgoing = null;
    this.#current?.setShare(1);
  }

  close(): void {
    this.#preloaded.close();
    this.#current?.close();
    this.#current = null;
  }

  #open(track: Track, position: number): TrackPlayer {
    const player: TrackPlayer = this.#create(track, position, (event) => {
      if (player === this.#current) this.#onEvent(player, event);
      else if (player !== this.#outgoing) this.#onAheadEvent(player, event);
    });
    return player;
  }

  #onAheadEvent(player: TrackPlayer, { kind }: TrackEvent): void {
    if (kind === "playing") {
      if (this.#incoming?.player === player) this.#incoming.onSound();
      return;
    }
    if (kind === "length-known" || kind === "waiting") return;
    if (this.#incoming?.player === player) this.holdAhead();
    // Without a sound it cannot be played at its turn either: it is opened again.
    if (kind === "failed" || kind === "offline" || kind === "no-output") this.#preloaded.drop(player);
  }
}
