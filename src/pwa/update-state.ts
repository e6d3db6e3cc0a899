/** Whether a new version waits for the user, or has taken over (specification 17, updates). One per page, like its worker. */

export interface UpdateState {
  /** A new version is there; nothing happens before `accept`. */
  waiting: boolean;
  /** A new version serves this page, which still runs the old code: accepted here or in another tab. */
  replaced: boolean;
}

let state: UpdateState = { waiting: false, replaced: false };
let acceptWaiting = () => {};
const listeners = new Set<() => void>();

/** An external store for React. Whoever reads it decides when to reload: never while something plays. */
export const updates = {
  get: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Lets the new version take over; `replaced` follows, in every tab. */
  accept: () => acceptWaiting(),
};

/** For the watcher only. */
export function setUpdate(change: Partial<UpdateState>, accept?: () => void): void {
  state = { ...state, ...change };
  if (accept !== undefined) acceptWaiting = accept;
  for (const listener of listeners) listener();
}
