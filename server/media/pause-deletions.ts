/** Puts removals off while somebody copies files, so that they copy all that their database knows (specification 18.11). */
import type { MediaStorage } from "./storage.ts";

/** Holds until the answered function is called; several may hold at once. */
export type DeletionPause = () => () => void;

/** What is not removed meanwhile keeps its row, and the next sweep takes it up. */
export function pausableDeletions(storage: MediaStorage): {
  storage: MediaStorage;
  hold: DeletionPause;
} {
  let holders = 0;
  return {
    storage: {
      ...storage,
      remove: (assets) => (holders === 0 ? storage.remove(assets) : Promise.resolve({ gone: [] })),
    },
    hold() {
      holders++;
      let isHeld = true;
      return () => {
        if (isHeld) holders--;
        isHeld = false;
      };
    },
  };
}
