/** Mutual exclusion across all tabs and the service worker, where the browser has Web Locks (not on plain http). */
import { endWhenLeft } from "../db/page-lifecycle.ts";

export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Without `navigator.locks` every tab runs the work. That adds traffic but stays correct: each tab keeps the send order,
 * and the server applies each key once (specification 17.23).
 */
export const lock: Lock = (name, work) =>
  typeof navigator !== "undefined" && "locks" in navigator ? runLocked(name, work) : work();

/** Releases the lock, or withdraws its request, when the page is suspended: others would wait for its return. */
async function runLocked<T>(name: string, work: () => Promise<T>): Promise<T> {
  const suspended = new AbortController();
  const { signal } = suspended;
  const unregister = endWhenLeft(() => suspended.abort());
  try {
    return await navigator.locks.request(name, { signal }, () => orAborted(work(), signal));
  } finally {
    unregister();
  }
}

const orAborted = <T>(work: Promise<T>, signal: AbortSignal) =>
  new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    work.then(resolve, reject);
  });
