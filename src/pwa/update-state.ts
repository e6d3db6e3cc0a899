/** Whether a new version of the app waits for the user or has taken over. One per page. */
import { createStore, type ReadableStore } from "../lib/store.ts";

interface UpdateState {
  /** How many new versions have arrived since this page was loaded. */
  arrived: number;
  /** A new version waits for `accept`. */
  waiting: boolean;
  /** A new version, accepted here or in another tab, serves this page, which still runs the old code. */
  replaced: boolean;
  /** Accepted on this page, which reloads when nothing plays. */
  accepted: boolean;
  /** Which of the arrived versions the user has put away; a later one is offered again. */
  dismissed: number;
}

const state = createStore<UpdateState>({
  arrived: 0,
  waiting: false,
  replaced: false,
  accepted: false,
  dismissed: -1,
});
let acceptWaiting = () => {};

/** An external store for React. Its reader decides when to reload: never while something plays. */
export const updates: ReadableStore<UpdateState> & { accept(): void; dismiss(): void } = {
  get: state.get,
  subscribe: state.subscribe,
  /** Lets the new version take over. `replaced` follows in every tab. */
  accept() {
    setUpdate({ accepted: true });
    acceptWaiting();
  },
  dismiss: () => setUpdate({ dismissed: state.get().arrived }),
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
