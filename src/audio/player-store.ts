/** What the player shows, as two stores: the state, and the position that runs on by itself. */
import { emptyPlayerState, type FailureReason, type PlayerState } from "./player-state.ts";
import { createStore, type Store } from "../lib/store.ts";

export class PlayerStore {
  readonly state: Store<PlayerState>;
  /** Seconds. */
  readonly position: Store<number> = createStore(0);

  constructor(volume: number) {
    this.state = createStore<PlayerState>({ ...emptyPlayerState, volume });
  }

  get now(): PlayerState {
    return this.state.get();
  }

  /** Whether the listener wants to hear something, sounding or not. */
  get isWanted(): boolean {
    return this.now.status === "playing" || this.now.status === "loading";
  }

  /** A new status ends the waiting for the network, unless it says otherwise. */
  change(patch: Partial<PlayerState>): void {
    if (patch.position !== undefined) this.position.set(patch.position);
    const { awaitsNetwork = patch.status === undefined && this.now.awaitsNetwork } = patch;
    this.state.set({ ...this.now, ...patch, awaitsNetwork, position: this.position.get() });
  }

  /** The queue without songs, as at the start; the volume stays. */
  empty(): void {
    this.change({ ...emptyPlayerState, volume: this.now.volume });
  }

  /** A track that could not be played, with the reason for the bar and for its row. */
  report(songId: string, reason: FailureReason): void {
    this.passOver([songId], reason);
    this.change({ problem: { songId, reason } });
  }

  /** Adds songs that were passed over. */
  passOver(songIds: readonly string[], reason: FailureReason): void {
    if (songIds.length === 0) return;
    this.change({
      skipped: new Map([...this.now.skipped, ...songIds.map((songId) => [songId, reason] as const)]),
    });
  }

  /** Rows of songs that came to the device, or the network with them, have nothing to explain any more. */
  keepNotOnDevice(isMissing: (songId: string) => boolean): void {
    const kept = [...this.now.skipped].filter(([songId, reason]) => reason !== "not-on-device" || isMissing(songId));
    if (kept.length < this.now.skipped.size) this.change({ skipped: new Map(kept) });
  }

  /** That song sounds: neither it nor anything else is a problem now. */
  clearProblem(songId: string): void {
    const { skipped } = this.now;
    if (!skipped.has(songId)) return this.change({ problem: null });
    this.change({ problem: null, skipped: new Map([...skipped].filter(([id]) => id !== songId)) });
  }
}
