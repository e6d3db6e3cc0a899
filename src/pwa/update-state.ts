/** Whether a new version waits for the user, or has taken over (specification 17, updates). One per page, like its worker. */

export interface UpdateState {
  /** How many new versions this page has seen arrive, each in the place of the one before. */
  arrived: number;
  /** A new version is there; nothing happens before `accept`. */
  waiting: boolean;
  /** A new version serves this page, which still runs the old code: accepted here or in another tab. */
  replaced: boolean;
}

let state: UpdateState = { arrived: 0, waiting: false, replaced: false };
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

/** For the watcher only. A new version waits until `accept` is called. */
export function setWaiting(accept: () => void): void {
  acceptWaiting = accept;
  setUpdate({ arrived: state.arrived + 1, waiting: true });
}

/** For the watcher only. */
export function setUpdate(change: Partial<UpdateState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}
