import type { Download } from "../../../contract/worker-messages.ts";
import type { ReadableStore } from "../../lib/store.ts";

/** Longest wait for a change of the worker to reach this page; milliseconds. */
const rowMs = 2_000;

/**
 * Resolves once this page's rows say of each of these songs that the worker has found its file missing or damaged
 * (specification 17.14, 17.51), or were given the time for it.
 */
export function waitForDropped(
  downloads: ReadableStore<ReadonlyMap<string, Download> | undefined>,
  songIds: readonly string[],
): Promise<void> {
  const left = new Set(songIds);
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const look = () => {
      const rows = downloads.get();
      // Each once: it may be back before the last one goes.
      for (const songId of left) if (rows?.get(songId)?.state !== "ready") left.delete(songId);
      if (left.size === 0) end();
    };
    const timer = setTimeout(end, rowMs);
    const stop = downloads.subscribe(look);
    look();
  });
}
