/** What drains are asked for while one runs, which may have missed it. */

export interface DrainRequest {
  /** Also what is to be tried later. */
  all?: boolean;
  /** The connection has just been proven: calls that are under way may not know yet. */
  isBack?: boolean;
}

export interface DrainRequests {
  add(wish: DrainRequest): void;
  /** What the next drain is for; undefined when nobody asked for one since. */
  take(): Required<DrainRequest> | undefined;
  /**
   * Whether rows may have been written since it was asked last: the drain that runs takes them along.
   * @param all that drain sends all that waits
   */
  takeNews(all: boolean): boolean;
  /** The line failed under the drain that runs. */
  lineFailed(): void;
}

export function createDrainRequests(): DrainRequests {
  let again: Required<DrainRequest> | undefined;
  /** The drain that runs took along that the connection is back; calls under way may still be on the old one. */
  let wasBack = false;
  return {
    add({ all = false, isBack = false }) {
      again = { all: all || again?.all === true, isBack: isBack || again?.isBack === true };
    },
    take() {
      const next = again;
      again = undefined;
      wasBack = false;
      return next;
    },
    takeNews(all) {
      // More of the old rows are wanted than this drain sends.
      if (again === undefined || (again.all && !all)) return false;
      wasBack ||= again.isBack;
      again = undefined;
      return true;
    },
    lineFailed() {
      // Whoever asked before it failed knew no better, unless they know of a new one.
      if (again?.isBack !== true) again = wasBack ? { all: false, isBack: true } : undefined;
      wasBack = false;
    },
  };
}
