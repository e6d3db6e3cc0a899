/**
 * Whether the device's storage works. A browser may refuse it, or let every access hang until the browser restarts
 * (specification 17.49).
 */
import { createStore } from "../lib/store.ts";
import type { LiveTable } from "./live-table.ts";

/** A read that takes longer than this counts as hanging; milliseconds. */
const silentMs = 5_000;
/** Delay before the next probe after a failure; milliseconds. */
const againMs = 5_000;

/** @param probe a minimal read; the value is true once it succeeds, false while it fails or hangs */
export function watchStorage(probe: () => Promise<unknown>): LiveTable<boolean> {
  const health = createStore<boolean | undefined>(undefined);
  let closed = false;
  const set = (works: boolean) => {
    if (!closed) health.set(works);
  };
  let timer = setTimeout(() => set(false), silentMs);

  function check(): void {
    probe().then(
      () => {
        clearTimeout(timer);
        set(true);
      },
      () => {
        clearTimeout(timer);
        set(false);
        if (!closed) timer = setTimeout(check, againMs);
      },
    );
  }

  check();
  return {
    get: health.get,
    subscribe: health.subscribe,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
