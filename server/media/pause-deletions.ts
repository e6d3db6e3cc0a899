/** Postpones file deletions during a backup, so that the copy has every file of its database (specification 18.11). */
import type { MediaStorage } from "./storage.ts";

/** Pauses deletions and returns a function that resumes them; pauses may overlap. */
export type DeletionPause = () => () => void;

/** A postponed file keeps its row, so the next garbage collection removes it. */
export function pausableDeletions(storage: MediaStorage): {
  storage: MediaStorage;
  pauseDeletions: DeletionPause;
} {
  let pauses = 0;
  return {
    storage: {
      ...storage,
      remove: (assets) => (pauses === 0 ? storage.remove(assets) : Promise.resolve({ gone: [] })),
    },
    pauseDeletions() {
      pauses++;
      let isPaused = true;
      return () => {
        if (isPaused) pauses--;
        isPaused = false;
      };
    },
  };
}
