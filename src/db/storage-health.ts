/**
 * Whether the device's storage answers. A browser may refuse it or leave it hanging until it is restarted, and then
 * everything that stands on it waits without a word (specification 17.49).
 */
import type { LiveTable } from "./live-table.ts";

/** Nothing was heard for this long: the user is told. Milliseconds. */
const silentMs = 5_000;
/** After a failure it is tried again this much later. */
const againMs = 5_000;

/** @param probe the least that has to be read; true once it was, false while it fails or takes long */
export function watchStorage(probe: () => Promise<unknown>): LiveTable<boolean> {
  let answers: boolean | undefined;
  let closed = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
    if (closed || answers === next) return;
    answers = next;
    for (const listener of listeners) listener();
  };
  let timer = setTimeout(() => set(false), silentMs);

  function look(): void {
    probe().then(
      () => {
        clearTimeout(timer);
        set(true);
      },
      () => {
        clearTimeout(timer);
        set(false);
        if (!closed) timer = setTimeout(look, againMs);
      },
    );
  }

  look();
  return {
    get: () => answers,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
