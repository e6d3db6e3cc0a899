/** The player's state and its running position, as two stores. */
import { emptyPlayerState, type FailureReason, type PlayerState, type SoundSettings } from "./player-state.ts";
import { createStore, type Store } from "../lib/store.ts";

export class PlayerStore {
  readonly state: Store<PlayerState>;
  /** Seconds. */
  readonly position: Store<number> = createStore(0);

  /** What the changes of `together` have come to. */
  #draft: PlayerState | null = null;

  constructor(volume: number, sound: SoundSettings) {
    this.state = createStore<PlayerState>({ ...emptyPlayerState, ...sound, volume });
  }

  get now(): PlayerState {
    return this.#draft ?? this.state.get();
  }

  /** Whether playback is wanted, audible or not. */
  get isWanted(): boolean {
    return this.now.status === "playing" || this.now.status === "loading";
  }

  /** Applies a patch. A new status resets `awaitsNetwork` unless the patch sets it. */
  change(patch: Partial<PlayerState>): void {
    if (patch.position !== undefined) this.position.set(patch.position);
    const { awaitsNetwork = patch.status === undefined && this.now.awaitsNetwork } = patch;
    const next = { ...this.now, ...patch, awaitsNetwork, position: this.position.get() };
    if (this.#draft === null) this.state.set(next);
    else this.#draft = next;
  }

  /** Makes all changes of `run` one for the listeners, who take a state in between for a stop. */
  together(run: () => void): void {
    if (this.#draft !== null) return run();
    this.#draft = this.now;
    try {
      run();
    } finally {
      const changed = this.#draft;
      this.#draft = null;
      this.state.set(changed);
    }
  }

  /** Resets everything but the settings: volume, modes, speed, crossfade, loudness, sleep timer. */
  empty(): void {
    const { volume, isShuffled, repeat, speed, crossfade, evenLoudness, sleep } = this.now;
    const settings = { volume, isShuffled, repeat, speed, crossfade, evenLoudness, sleep };
    this.change({ ...emptyPlayerState, ...settings });
  }

  /** Records a failed track for the bar and for its row. */
  report(songId: string, reason: FailureReason): void {
    this.markSkipped([songId], reason);
    this.change({ problem: { songId, reason } });
  }

  /** Marks songs as skipped. */
  markSkipped(songIds: readonly string[], reason: FailureReason): void {
    if (songIds.length === 0) return;
    this.change({
      skipped: new Map([...this.now.skipped, ...songIds.map((songId) => [songId, reason] as const)]),
    });
  }

  /** Unmarks songs that can play now, from the device or over the network. */
  pruneSkipped(isMissing: (songId: string) => boolean): void {
    const remaining = [...this.now.skipped].filter(
      ([songId, reason]) => reason !== "not-on-device" || isMissing(songId),
    );
    if (remaining.length < this.now.skipped.size) this.change({ skipped: new Map(remaining) });
  }

  /** Clears the problem when a song plays. */
  clearProblem(songId: string): void {
    const { skipped, problem } = this.now;
    const isSkipped = skipped.has(songId);
    if (problem === null && !isSkipped) return;
    this.change({
      problem: null,
      ...(isSkipped && { skipped: new Map([...skipped].filter(([id]) => id !== songId)) }),
    });
  }
}
