/** Collects drain requests that arrive while a drain runs. */

export interface DrainRequest {
  /** Also sends changes that are not due yet. */
  all?: boolean;
  /** The connection is back; calls in flight may still fail on the old one. */
  isBack?: boolean;
}

export interface DrainRequests {
  add(request: DrainRequest): void;
  /** Takes the merged requests for the next drain; undefined if there are none. */
  take(): Required<DrainRequest> | undefined;
  /**
   * Hands pending requests to the running drain. Returns whether it must read new rows.
   * @param all the running drain also sends changes that are not due
   */
  joinRunning(all: boolean): boolean;
  /** Drops requests from before the running drain lost its connection. */
  connectionFailed(): void;
}

export function createDrainRequests(): DrainRequests {
  let pending: Required<DrainRequest> | undefined;
  /** The running drain has joined a request with `isBack`; its calls in flight may still use the old connection. */
  let joinedBack = false;
  return {
    add({ all = false, isBack = false }) {
      pending = { all: all || pending?.all === true, isBack: isBack || pending?.isBack === true };
    },
    take() {
      const next = pending;
      pending = undefined;
      joinedBack = false;
      return next;
    },
    joinRunning(all) {
      // A request for all changes needs a drain of its own.
      if (pending === undefined || (pending.all && !all)) return false;
      joinedBack ||= pending.isBack;
      pending = undefined;
      return true;
    },
    connectionFailed() {
      // Only a request that knows of a new connection survives the failure of the old one.
      if (pending?.isBack !== true) pending = joinedBack ? { all: false, isBack: true } : undefined;
      joinedBack = false;
    },
  };
}
