/** What happens while no bytes come: shows the stall, and keeps song and position without a network (specification 6.19). */
import type { Step } from "./queue.ts";
import type { EngineContext } from "./engine-context.ts";
import type { PlayQueue } from "./play-queue.ts";
import type { PlayerStore } from "./player-store.ts";
import type { Track } from "./player-state.ts";
import type { Clock } from "./sound-interface.ts";
import type { TrackPlayer } from "./track-player.ts";

/** Shorter stalls are not shown. */
const shownMs = 300;

interface Playback {
  readonly store: PlayerStore;
  readonly queue: PlayQueue;
  readonly current: TrackPlayer | null;
  start(step: Step<Track>, position: number): void;
  close(): void;
}

export class NetworkWait {
  readonly #playback: Playback;
  readonly #canPlay: EngineContext["canPlay"];
  readonly #clock: Clock;
  #cancelTimer: () => void = () => {};

  constructor(playback: Playback, { canPlay, onNetwork }: EngineContext, clock: Clock) {
    this.#playback = playback;
    this.#canPlay = canPlay;
    this.#clock = clock;
    onNetwork(() => this.#networkChanged());
  }

  /** Shows a stall of the current track, unless it ends soon. */
  showStall(): void {
    this.#cancelTimer = this.#clock.after(shownMs, () => {
      const { store, current } = this.#playback;
      store.change({ status: "loading", position: current?.position() ?? store.position.get() });
    });
  }

  cancelStall(): void {
    this.#cancelTimer();
  }

  /** Keeps the song and its position. Restarts when the network is back, but only if playback is wanted. */
  begin(position: number, isWanted: boolean): void {
    this.#playback.close();
    if (isWanted) this.#playback.store.change({ status: "loading", awaitsNetwork: true, position });
    else this.#playback.store.change({ status: "paused", position });
  }

  /** Resumes a track that waits for the network; makes a loading one wait for it. */
  #networkChanged(): void {
    const { store, queue, current } = this.#playback;
    store.pruneSkipped((songId) => !this.#canPlay(songId));
    const { track, status, awaitsNetwork } = store.now;
    if (track === null || status !== "loading") return;
    const isPlayable = this.#canPlay(track.songId);
    const position = current?.position() ?? store.position.get();
    if (awaitsNetwork && isPlayable) this.#playback.start(queue.here(), position);
    else if (!awaitsNetwork && !isPlayable) this.begin(position, true);
  }
}
