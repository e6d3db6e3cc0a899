/** Whether a new version of the app waits for the user or has taken over. One per page. */
import { createStore, type ReadableStore } from "../lib/store.ts";

interface UpdateState {
  /** How many new versions have arrived since this page was loaded. */
  arrived: number;
  /** A new version waits for `accept`. */
  waiting: boolean;
  /** A new version, accepted here or in another tab, serves this page, which still runs the old code. */
  replaced: boolean;
}

const state = createStore<UpdateState>({ arrived: 0, waiting: false, replaced: false });
let acceptWaiting = () => {};

/** An external store for React. Its reader decides when to reload: never while something plays. */
export const updates: ReadableStore<UpdateState> & { accept(): void } = {
  get: state.get,
  subscribe: state.subscribe,
  /** Lets the new version take over. `replaced` follows in every tab. */
  accept: () => acceptWaiting(),
};

/** For the watcher only. A new version waits until `accept` is called. */
export function setWaiting(accept: () => void): void {
  acceptWaiting = accept;
  setUpdate({ arrived: state.get().arrived + 1, waiting: true });
}

/** For the watcher only. */
export function setUpdate(change: Partial<UpdateState>): void {
  state.set({ ...state.get(), ...change });
}
