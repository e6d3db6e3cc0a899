/** One worker at a time over all tabs and the service worker, where the browser has locks (not on plain http). */
import { endWhenLeft } from "../db/page-lifecycle.ts";

export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Without `navigator.locks` the work runs unguarded across tabs, which costs traffic and not correctness: every row waits
 * for those before it in each of them, and the server does each key once (specification 17.23).
 */
export const lock: Lock = (name, work) =>
  typeof navigator !== "undefined" && "locks" in navigator ? hold(name, work) : work();

/** Given back, or asked for no longer, when the page is left: others would wait for its return. */
async function hold<T>(name: string, work: () => Promise<T>): Promise<T> {
  const left = new AbortController();
  const { signal } = left;
  const over = endWhenLeft(() => left.abort());
  try {
    return await navigator.locks.request(name, { signal }, () => orAborted(work(), signal));
  } finally {
    over();
  }
}

const orAborted = <T>(work: Promise<T>, signal: AbortSignal) =>
  new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    work.then(resolve, reject);
  });
