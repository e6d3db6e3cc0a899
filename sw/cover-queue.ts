/**
 * Fetches the covers of songs beside the songs themselves, one after the other: a host that sends no cover holds up no song
 * (specification 17.16).
 */
import type { Download } from "../contract/worker-messages.ts";
import { keepLikedCovers } from "./liked-covers.ts";

export interface CoverQueue {
  add(songs: readonly Download[]): void;
  /** Ends what is under way and forgets what waits. More can be added. */
  stop(): void;
  /** Resolves once nothing waits any more; never rejects. */
  ended(): Promise<void>;
}

export function createCoverQueue(uid: string): CoverQueue {
  let waiting: Download[] = [];
  let stopped = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const songs = waiting;
      waiting = [];
      try {
        await keepLikedCovers(uid, songs, stopped.signal);
      } catch (error) {
        console.warn("Covers could not be kept", error);
      }
    }
    running = undefined;
  }

  return {
    add(songs) {
      waiting.push(...songs);
      running ??= run();
    },
    stop() {
      waiting = [];
      stopped.abort();
      stopped = new AbortController();
    },
    ended: () => running ?? Promise.resolve(),
  };
}
