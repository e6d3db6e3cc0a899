/**
 * Fetches the covers of songs beside the songs themselves, one after the other: a host that sends no cover holds up no song
 * (specification 17.16).
 */
import type { Download } from "../contract/worker-messages.ts";
import type { AccountDatabase } from "../src/db/database.ts";
import { keepLikedCovers } from "./liked-covers.ts";

export interface CoverQueue {
  add(songs: readonly Download[]): void;
  /** Ends what is under way and forgets what waits. More can be added. */
  stop(): void;
  /** Resolves once nothing waits any more; never rejects. Undefined while nothing does. */
  ended(): Promise<void> | undefined;
}

export function createCoverQueue(db: AccountDatabase): CoverQueue {
  let waiting: Download[] = [];
  let stopped = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const songs = waiting;
      waiting = [];
      const { signal } = stopped;
      try {
        await keepLikedCovers(db.uid, await stillWanted(songs), signal);
      } catch (error) {
        console.warn("Covers could not be kept", error);
      }
    }
    running = undefined;
  }

  /** Without those that were unliked while they waited here. */
  async function stillWanted(songs: readonly Download[]): Promise<readonly Download[]> {
    const rows = await db.downloads.bulkGet(songs.map(({ songId }) => songId));
    return rows.filter((row) => row !== undefined);
  }

  return {
    add(songs) {
      waiting.push(...songs);
      if (waiting.length > 0) running ??= run();
    },
    stop() {
      waiting = [];
      stopped.abort();
      stopped = new AbortController();
    },
    ended: () => running,
  };
}
